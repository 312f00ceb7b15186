// The race on one screen: the open round's time, the lanes on their track with the latest race, the amount and the bet.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { AsOf } from '#ui/as-of.tsx';
import { COLUMN } from '#ui/column.ts';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { useAway, useWaiting } from '#api/away.ts';
import { balanceMoved } from '#api/changes.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { HeroHead } from '#actions/hero-head.tsx';
import { useLive } from '#lib/live.ts';
import { signedInAtom } from '#lib/session.ts';
import { BRAND } from '#lib/brand.ts';
import { clockText } from '#lib/time.ts';
import { useCounted } from '#lib/use-counted.ts';
import { useOnChange } from '#lib/use-on-change.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { useNow } from '#ui/now.ts';
import { Amounts } from './amounts.tsx';
import { BetBar } from './bet-bar.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { type Opening, phaseAt } from './race.rules.ts';
import { raceTime } from './race.words.ts';
import { Stage } from './stage.tsx';
import { RaceOff } from './race-off.tsx';
import { useBetting, useNewest } from './use-betting.ts';
import { GameLinks } from '#ui/link-list.tsx';
import { awaitRound, watchedAtom } from './awaited.ts';
import { openingQuery } from './race.queries.ts';

/** The hero of the race page: which race is open, until when bets are accepted, and the total stakes. */
function RaceHero({ race }: { race: Opening }) {
  const own = useAtomValue(signedInAtom);
  const { i18n } = useLingui();
  const time = raceTime(race.round, i18n.locale);
  return (
    <Hero className="pb-12! min-[720px]:pb-16!">
      <HeroHead own={own}>
        <span className="figures text-base font-semibold text-white">
          <Trans>Race at {time}</Trans>
        </span>
      </HeroHead>
      <div className="flex items-end justify-between gap-4">
        <Clock race={race} />
        <div className="min-w-0 grow text-right">
          <p className="m-0 text-xs text-mist">
            <Trans>Total bets</Trans>
          </p>
          <p className="m-0 leading-tight font-semibold">
            <AnimatedNumber open value={race.totalStake} max={2} />
            <span className="text-sm font-medium text-mist"> {BRAND.symbol}</span>
          </p>
        </div>
      </div>
    </Hero>
  );
}

function Clock({ race }: { race: Opening }) {
  const now = useNow(1000);
  const phase = phaseAt(race, now);
  return (
    <div className="shrink-0">
      <p role="status" className="m-0 text-xs text-mist">
        {phase.kind === 'open' && <Trans>Betting closes in</Trans>}
        {phase.kind === 'closed' && <Trans>Draw in</Trans>}
        {phase.kind === 'over' && <Trans>Being drawn</Trans>}
      </p>
      <p role="timer" className="figures m-0 text-2xl leading-none font-semibold">
        {clockText(phase.until === null ? 0 : phase.until - now)}
      </p>
    </div>
  );
}

/** The open race as a page needs it: refetched at its own times, on events and after a sign-in. */
function useRace() {
  useLive();
  const opening = useQuery(openingQuery());
  const config = useQuery(cachedLong('GET /api/game/config'));
  const index = useQuery(cachedLong('GET /api/index'));
  const signedIn = useAtomValue(signedInAtom);
  const away = useAway(opening);
  // The account's bets, balance and limit have their places among the rest.
  const waiting = useWaiting(
    opening,
    config,
    useQuery({ ...cached('GET /api/assets/list'), enabled: signedIn }),
    useQuery({ ...cached('GET /api/user/limits'), enabled: signedIn }),
    useNewest(opening.data?.previous),
  );
  const { data, dataUpdatedAt, refetch } = opening;
  // A guest's answer contains no bets of the account.
  useOnChange(signedIn, () => void refetch());
  const round = data?.round;
  const hasBets = signedIn && data !== undefined && data.myBets.length > 0;
  useEffect(() => {
    if (hasBets && round !== undefined) awaitRound(round);
  }, [hasBets, round]);
  const ended = data?.previous?.state === 'drawing' ? undefined : data?.previous?.round;
  useOnChange(ended, () => {
    if (ended !== undefined) void balanceMoved(dataUpdatedAt);
  });
  return {
    opening,
    config,
    away,
    waiting,
    /** Undefined until it is known. */
    on: index.data?.features.race,
  };
}

export function Page() {
  const race = useRace();
  const { opening, on, waiting } = race;
  if (on === false) return <RaceOff />;
  if (waiting || opening.isPending) return <Loading />;
  if (opening.data) return <Race {...race} race={opening.data} />;
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <Absent of={opening} />
        <GameLinks race />
      </Body>
    </>
  );
}

interface RaceProps extends Pick<ReturnType<typeof useRace>, 'config' | 'away'> {
  race: Opening;
}

function Race({ race, config: rules, away }: RaceProps) {
  useCounted(watchedAtom);
  const config = rules.data;
  const betting = useBetting(race, config);
  return (
    <div className="flex min-h-dvh flex-col">
      <RaceHero race={race} />
      <Body columns>
        <div className={COLUMN}>
          {away && <AsOf asOf={race.serverTime} away={<Trans>Bets need a connection.</Trans>} />}
          <Stage
            lanes={race.lanes}
            previous={race.previous}
            race={race}
            chosen={betting.draft.lanes}
            onToggle={betting.toggle}
            error={betting.laneError}
          />
        </div>
        <div className={COLUMN}>
          {config && betting.bounds ? (
            <Amounts
              config={config}
              draft={betting.draft}
              bounds={betting.bounds}
              onChange={betting.change}
              errorOn={betting.errorOn}
              limited={betting.limited}
              needsMore={betting.needsMore}
              info={<HowItWorks race={race} config={config} />}
            />
          ) : (
            <Absent of={rules} lines={5} />
          )}
          <GameLinks race />
        </div>
      </Body>
      {/* The bar stays at the bottom of a window that is taller than the page. */}
      <div className="grow" />
      {config && (
        <BetBar
          race={race}
          draft={betting.draft}
          away={away}
          laneError={betting.laneError}
          onBet={betting.bet}
        />
      )}
    </div>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-60" lines={[9, 12]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-44" />
  </PageLoading>
);
