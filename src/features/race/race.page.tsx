// The race: the open round with its lanes and bets, the latest drawn one on its stage, and how the draw is made.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { errorText } from '#api/errors.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Card } from '#ui/card.tsx';
import { Short } from '#ui/copy.tsx';
import { useAway } from '#api/away.ts';
import { balanceMoved } from '#api/changes.ts';
import { refreshShown } from '#api/queries.ts';
import { useLive } from '#lib/live.ts';
import { signedInAtom } from '#lib/session.ts';
import { BRAND } from '#lib/brand.ts';
import { clockText } from '#lib/time.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { HeroHead } from '#ui/hero-head.tsx';
import { useNow } from '#ui/now.ts';
import { ProgressBar } from '#ui/progress.tsx';
import { Amounts } from './amounts.tsx';
import { BetBar } from './bet-bar.tsx';
import { Lanes } from './lanes.tsx';
import { type Config, type Opening, phaseAt } from './race.rules.ts';
import { Stage } from './stage.tsx';
import { RaceOff } from './race-off.tsx';
import { useBetting } from './use-betting.ts';
import { useWatching } from './use-watching.ts';
import { GameWays } from '#ui/ways.tsx';
import { awaitRound } from './draft.ts';
import { configQuery, featuresQuery, openingQuery } from './race.queries.ts';

interface HeroProps {
  race: Opening;
  busy: boolean;
  onRefresh: () => void;
}

/** The hero of the race page: which race is open, until when bets are accepted, and the total stakes. */
function RaceHero({ race, busy, onRefresh }: HeroProps) {
  const own = useAtomValue(signedInAtom);
  const { round } = race;
  return (
    <Hero>
      <HeroHead busy={busy} onRefresh={onRefresh} own={own}>
        <Trans>Race {round}</Trans>
      </HeroHead>
      <div className="flex items-end justify-between gap-4">
        <Clock race={race} />
        <div className="min-w-0 grow text-right">
          <p className="m-0 text-sm text-mist">
            <Trans>Total stake</Trans>
          </p>
          <p className="m-0 text-lg leading-tight font-semibold">
            <AnimatedNumber open value={race.totalStake} max={2} />
            <span className="text-sm font-medium text-mist"> {BRAND.symbol}</span>
          </p>
        </div>
      </div>
      <Passed race={race} />
    </Hero>
  );
}

function Clock({ race }: { race: Opening }) {
  const now = useNow(500);
  const phase = phaseAt(race, now);
  return (
    <div className="shrink-0">
      <p role="status" className="m-0 text-sm text-mist">
        {phase.kind === 'open' && <Trans>Betting closes in</Trans>}
        {phase.kind === 'closed' && <Trans>Betting closed, draw in</Trans>}
        {phase.kind === 'over' && <Trans>The draw has begun</Trans>}
      </p>
      <p role="timer" className="figures m-0 text-4xl leading-none font-semibold">
        {clockText(phase.until === null ? 0 : phase.until - now)}
      </p>
    </div>
  );
}

/** The elapsed share of the betting time. */
function Passed({ race }: { race: Opening }) {
  const { t } = useLingui();
  const now = useNow(1000);
  const from = Date.parse(race.opensAt);
  const share = (now - from) / (Date.parse(race.bettingEndsAt) - from);
  return (
    <div className="mt-4">
      <ProgressBar dark share={share} label={t`Part of the time for bets that has passed`} />
    </div>
  );
}

/** The open race as a page needs it: refetched at its own times, on events, after a sign-in, and manually. */
function useRace() {
  useLive();
  const opening = useQuery(openingQuery());
  const config = useQuery(configQuery());
  const index = useQuery(featuresQuery());
  const signedIn = useAtomValue(signedInAtom);
  const away = useAway(opening);
  const [busy, setBusy] = useState(false);
  const { data, dataUpdatedAt, refetch } = opening;
  // A guest's answer contains no bets of the account.
  const before = useRef(signedIn);
  useEffect(() => {
    if (before.current !== signedIn) void refetch();
    before.current = signedIn;
  }, [signedIn, refetch]);
  const round = data?.round;
  const hasBets = signedIn && data !== undefined && data.myBets.length > 0;
  useEffect(() => {
    if (hasBets && round !== undefined) awaitRound(round);
  }, [hasBets, round]);
  const ended = data?.previous?.state === 'drawing' ? undefined : data?.previous?.round;
  const known = useRef(ended);
  useEffect(() => {
    if (known.current !== undefined && ended !== undefined && known.current !== ended)
      void balanceMoved(dataUpdatedAt);
    known.current = ended;
  }, [ended, dataUpdatedAt]);
  return {
    opening,
    config,
    away,
    busy,
    /** Undefined until it is known. */
    on: index.data?.features.race,
    refresh: () => {
      setBusy(true);
      void refreshShown().finally(() => setBusy(false));
    },
  };
}

/** How the open race will be drawn: what was fixed before betting opened, and which block decides. */
function Fairness({ race, config }: { race: Opening; config: Config }) {
  const { t } = useLingui();
  const { round, seedHash } = race;
  return (
    <Card title={t`How race ${round} is drawn`}>
      <p className="m-0 text-sm text-pretty text-muted">
        {config.rule === 'validator' ? (
          <Trans>
            The ranking is read from a hash of three things: a transaction of the chain's own validator in the
            first block after betting, our sealed number, and the race's name. Neither we nor the validator
            nor a player can choose it.
          </Trans>
        ) : (
          <Trans>
            The ranking is read from the hash of the last transaction in the first block after betting that
            its own validator has ended. Our sealed number is opened afterwards and takes no part in it.
          </Trans>
        )}
      </p>
      {seedHash !== null && (
        <div className="mt-2 flex items-center justify-between gap-3">
          <span className="text-xs leading-snug text-muted">
            <Trans>Seal of our number, known before the first bet</Trans>
          </span>
          <Short text={seedHash} label={t`Copy the seal`} className="-mr-3 font-mono text-xs font-semibold" />
        </div>
      )}
    </Card>
  );
}

export function Page() {
  const race = useRace();
  const { opening, config, on } = race;
  if (on === false) return <RaceOff />;
  const failed = [opening, config].find((each) => each.isError && !each.data);
  if (failed)
    return (
      <>
        <Hero className="min-h-60" />
        <Body>
          <FailedView
            message={errorText(failed.error)}
            onRetry={() => void Promise.all([opening.refetch(), config.refetch()])}
          />
          <GameWays race />
        </Body>
      </>
    );
  if (!opening.data || !config.data) return <Loading />;
  return <Race {...race} race={opening.data} config={config.data} />;
}

/** Columns where there is room for two; otherwise their cards form one list. */
const COLUMN = 'contents min-[720px]:grid min-[720px]:gap-3';

interface RaceProps extends Pick<ReturnType<typeof useRace>, 'away' | 'busy' | 'refresh'> {
  race: Opening;
  config: Config;
}

function Race({ race, config, away, busy, refresh }: RaceProps) {
  useWatching();
  const place = useRef<HTMLDivElement>(null);
  const betting = useBetting(race, config, place);
  return (
    <>
      <RaceHero race={race} busy={busy} onRefresh={refresh} />
      <Body columns>
        <div className={COLUMN}>
          {away && (
            <AsOf asOf={race.serverTime}>
              <Trans>Bets need a connection and are never kept for later.</Trans>
            </AsOf>
          )}
          <Stage lanes={config.lanes} previous={race.previous} race={race} />
          {/* On a phone, the bet comes before the explanations. */}
          <div className="order-last grid gap-3 min-[720px]:order-none">
            <Fairness race={race} config={config} />
            <GameWays race />
          </div>
        </div>
        <div ref={place} className={COLUMN}>
          <Lanes
            race={race}
            chosen={betting.draft.lanes}
            onToggle={betting.toggle}
            error={betting.laneError}
          />
          <Amounts
            config={config}
            draft={betting.draft}
            bounds={betting.bounds}
            onChange={betting.change}
            errorOn={betting.errorOn}
            limited={betting.limited}
          />
        </div>
      </Body>
      <BetBar
        race={race}
        draft={betting.draft}
        away={away}
        laneError={betting.laneError}
        onBet={betting.bet}
      />
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-60" lines={[9, 12]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-44" />
  </PageLoading>
);
