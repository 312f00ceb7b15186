// The game hub: the current state of both games, the account's records, verification, and playing within limits.
// Disabled games are not shown.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAway } from '#api/away.ts';
import { useLive } from '#lib/live.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { stale } from '#api/changes.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { Countdown } from '#ui/countdown.tsx';
import { DrumView } from '#ui/drum-view.tsx';
import { openAdit } from '#ui/figure.ts';
import { LOTTERY_ODDS } from '#rules/lottery.ts';
import { LotteryOdds, RaceOdds } from '#ui/odds-facts.tsx';
import { clockText } from '#lib/time.ts';
import { RACE_LANES, RACE_PAYOUT } from '#rules/figures.ts';
import { Fact, Facts, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { useAt } from '#ui/now.ts';
import { cx } from '#ui/class-names.ts';
import { Button } from '#ui/button.tsx';
import { FigurePlace } from '#ui/figure-place.tsx';
import { openingQuery } from './race.queries.ts';
import { RaceOff } from './race-off.tsx';
import { GameLinks } from '#ui/link-list.tsx';
import { Paused } from './limits-link.tsx';
import { type Opening, phaseAt } from './race.rules.ts';
import { useOwnLimits } from '#actions/stakes.ts';

// A game on the hub: its picture on a dark background, what it is, its figures, and a link. Rendered immediately,
// with placeholders for figures that are still loading.

interface GameCardProps {
  title: ReactNode;
  aside?: ReactNode;
  picture: ReactNode;
  about: ReactNode;
  /** `GameFact`s. */
  children: ReactNode;
  /** Not offered while the account has paused both games. */
  action: Pick<Parameters<typeof Button>[0], 'look' | 'onClick' | 'children'>;
}

function GameCard({ title, aside, picture, about, children, action }: GameCardProps) {
  const { pausedUntil } = useOwnLimits();
  return (
    <section className="flex flex-col overflow-clip rounded-card bg-white shadow-card min-[720px]:h-full">
      <div className="hero-art flex h-36 items-end justify-center px-4 text-white" aria-hidden="true">
        {picture}
      </div>
      <div className="flex grow flex-col p-4">
        <header className="mb-1 flex min-h-6 items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          {aside}
        </header>
        <p className="m-0 mb-2 text-sm text-pretty text-muted">{about}</p>
        <Facts>{children}</Facts>
        <div className="mt-auto min-h-16 pt-4">
          {pausedUntil === null ? <Button wide {...action} /> : <Paused until={pausedUntil} />}
        </div>
      </div>
    </section>
  );
}

/** A figure of a game; undefined while it loads. */
const GameFact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Fact label={label}>{children ?? <FigurePlace like="00:00:00" />}</Fact>
);

/** Pixels from the start to the first one's finish, and from each one to the next behind it. */
const FIRST_PX = 62;
const BEHIND_PX = 11;

/** Before the first answer, the lanes are empty. */
const LANES = Array.from({ length: RACE_LANES }, (_, at) => at + 1);

/** They move there when the ranking arrives. */
const RUN = 'transition-transform duration-700 ease-out-soft';

/**
 * The six coins in their last finishing order, each advanced according to its place, or at the start if no race has
 * run yet. Decorative.
 */
function RacePicture({ race }: { race: Opening | undefined }) {
  const ranking = race?.previous?.ranking ?? [];
  return (
    <span className="flex h-full w-full max-w-70 items-end justify-between">
      {LANES.map((lane) => {
        const coin = race?.lanes.find((each) => each.lane === lane)?.coin;
        const place = ranking.indexOf(lane);
        const way = place < 0 ? 0 : FIRST_PX - place * BEHIND_PX;
        return (
          <span
            key={lane}
            className="relative flex h-full w-8 items-end justify-center border-x border-white/5"
          >
            <span
              className={cx(
                'absolute bottom-0 h-22 w-2 origin-bottom bg-linear-to-t from-amber/0 to-amber/50',
                RUN,
              )}
              style={{ transform: `scaleY(${way / FIRST_PX})` }}
            />
            <span className={cx('relative mb-2', RUN)} style={{ transform: `translateY(-${way}px)` }}>
              {coin !== undefined && (
                <CoinIcon
                  coin={coin}
                  size={32}
                  className={cx('rounded-full', place === 0 ? 'ring-2 ring-amber' : 'ring-1 ring-white/25')}
                />
              )}
            </span>
          </span>
        );
      })}
    </span>
  );
}

/** `known`: the race is known to be enabled here. */
function HubRace({ known }: { known: boolean }) {
  const opening = useQuery({ ...openingQuery(), enabled: known });
  const { data: race } = opening;
  const phase = useAt(
    (now) => race && phaseAt(race, now),
    1000,
    (at) => at?.kind,
  );
  if (opening.isError && !race) return <Absent of={opening} />;
  return (
    <GameCard
      title={<Trans>Race</Trans>}
      aside={phase && <State open={phase.kind === 'open'} />}
      picture={<RacePicture race={race} />}
      about={<Trans>Six coins race every 5 minutes. Back the winner.</Trans>}
      action={{ onClick: () => void go('/pages/main/index'), children: <Trans>Play</Trans> }}
    >
      <GameFact
        label={!phase || phase.kind === 'open' ? <Trans>Betting closes in</Trans> : <Trans>Draw in</Trans>}
      >
        {phase && (phase.until === null ? <Trans>Being drawn</Trans> : <Left until={phase.until} />)}
      </GameFact>
      <RaceOdds lanes={RACE_LANES} payout={RACE_PAYOUT} />
      <GameFact label={<Trans>Last champion</Trans>}>{race && <Champion {...race} />}</GameFact>
    </GameCard>
  );
}

/** Counts down without announcing each second to a screen reader. */
const Left = ({ until }: { until: number }) => clockText(useAt((now) => until - now, 1000, clockText));

const State = ({ open }: { open: boolean }) => (
  <Tag tone={open ? 'good' : 'quiet'}>{open ? <Trans>Open</Trans> : <Trans>Betting closed</Trans>}</Tag>
);

function Champion({ previous, lanes }: Pick<Opening, 'previous' | 'lanes'>) {
  if (previous?.state === 'drawing') return <Trans>being drawn</Trans>;
  if (previous?.state === 'void') return <Trans>none, the last race was void</Trans>;
  const coin = lanes.find(({ lane }) => lane === previous?.champion)?.coin;
  if (coin === undefined) return <Trans>none yet</Trans>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <CoinIcon coin={coin} size={18} className="self-center" />
      {coin}
    </span>
  );
}

const PLACES = ['first', 'second', 'third'] as const;

/** `known`: the lottery is known to be enabled here. */
function HubLottery({ known }: { known: boolean }) {
  const { i18n } = useLingui();
  const lottery = useQuery({ ...cached('GET /api/mining/bet/index'), enabled: known });
  const { data } = lottery;
  if (lottery.isError && !data) return <Absent of={lottery} />;
  const drawn = data?.previous?.drawn;
  return (
    <GameCard
      title={<Trans>Web3 Guess</Trans>}
      picture={<Drums drawn={drawn} />}
      about={<Trans>Guess three digits, drawn daily. For permanent miners.</Trans>}
      action={{
        look: 'secondary',
        onClick: () => void go('/pages/guessing/index'),
        children: <Trans>Guess</Trans>,
      }}
    >
      <GameFact label={<Trans>Closes in</Trans>}>
        {data && (
          <Countdown
            key={data.guessesUntil}
            to={data.guessesUntil}
            onEnd={() => void stale('GET /api/mining/bet/index')}
          />
        )}
      </GameFact>
      <GameFact label={<Trans>Prize pool</Trans>}>
        {data && openAdit(data.pool, i18n.locale, SHOWN_DECIMALS)}
      </GameFact>
      <LotteryOdds outcomes={LOTTERY_ODDS} />
      <GameFact label={<Trans>Last drawn</Trans>}>
        {data &&
          (drawn ? (
            <span className="tracking-[0.2em]">{drawn.join('')}</span>
          ) : data.previous?.state === 'drawing' ? (
            <Trans>being drawn</Trans>
          ) : data.previous?.state === 'void' ? (
            <Trans>none, the last round was void</Trans>
          ) : (
            <Trans>none yet</Trans>
          ))}
      </GameFact>
    </GameCard>
  );
}

/** Decorative: the digits are among the figures. */
const Drums = ({ drawn }: { drawn: readonly number[] | null | undefined }) => (
  <span className="grid w-full max-w-55 grid-cols-3 gap-2.5 self-center">
    {PLACES.map((place, at) => (
      <span key={place} className="rounded-control ring-1 ring-white/15">
        <DrumView size="small" turn={drawn?.[at] ?? 0} ms={0} empty={!drawn} />
      </span>
    ))}
  </span>
);

export function Page() {
  useLive();
  const index = useQuery(cachedLong('GET /api/index'));
  const away = useAway(index);
  const on = index.data?.features;
  if (on && !on.race && !on.lottery) return <RaceOff all />;
  return (
    <>
      <Hero>
        <p className="m-0 max-w-110 text-sm text-pretty text-mist">
          <Trans>Two games for fun. On average you get back less than you bet.</Trans>
        </p>
      </Hero>
      <Body columns>
        {index.isError && !on ? (
          <>
            <Absent of={index} />
            <GameLinks race />
          </>
        ) : (
          <>
            {away && index.data && (
              <div className="min-[720px]:col-span-2">
                <AsOf asOf={index.data.asOf} away={<Trans>Bets and guesses need a connection.</Trans>} />
              </div>
            )}
            {on?.race !== false && <HubRace known={on !== undefined} />}
            {on?.lottery !== false && <HubLottery known={on !== undefined} />}
            <div className="min-[720px]:col-span-2">
              <GameLinks
                race={on?.race ?? true}
                lottery={on?.lottery !== false && { icon: 'guess', title: <Trans>Earlier rounds</Trans> }}
              />
            </div>
          </>
        )}
      </Body>
    </>
  );
}
