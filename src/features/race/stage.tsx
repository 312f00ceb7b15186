// The stage: the latest race as it runs, or as it ended, with its champion in words. Betting on the open round
// continues beside it.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { openPopup } from '#lib/popups.ts';
import { dateText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { useOwn } from '#ui/figure.ts';
import { useNow } from '#ui/now.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { useStill } from '#ui/still.ts';
import { roundSeen } from './draft.ts';
import {
  firstRaceAt,
  isFresh,
  type Lane,
  type Opening,
  type Previous,
  profitOf,
  type Run,
  standing,
} from './race.rules.ts';
import { Track } from './track.tsx';
import { speedQuery } from './race.queries.ts';

interface Shown {
  /** The latest round whose result has been put on the stage, or is being waited for. */
  round: number | null;
  /** The user watched it being drawn: its result is new, however long the chain took. */
  waited: number | null;
  /**
   * The round that accepts bets, and the previous one on this page: a user who watched that one has not seen it run.
   */
  open: number | null;
  watched: number | null;
  /** Counts runs, so that each starts fresh. */
  run: number;
  running: boolean;
  skipped: boolean;
}

/** Precise enough to tell what is new; each tick re-renders the stage. */
const NEWS_MS = 10_000;

const START: Shown = {
  ...{ round: null, waited: null, open: null, watched: null },
  ...{ run: 0, running: false, skipped: false },
};

/** The positions of the lanes when nothing runs: at the end of the run if one was seen, otherwise in ranking order. */
function placesOf(ranking: readonly number[] | null, run: Run | undefined): Map<number, number> {
  if (!ranking) return new Map();
  if (!run) return standing(ranking);
  return new Map(run.lanes.map(({ lane, distances }) => [lane, distances.at(-1) ?? 0]));
}

/** What to show after an answer; `open` is the round that accepts bets now. */
function after(shown: Shown, previous: Previous | null, open: number, still: boolean, now: number): Shown {
  const round = previous?.round ?? null;
  const next = shown.open === open ? shown : { ...shown, open, watched: shown.open };
  if (previous?.state === 'drawing' && next.waited !== round)
    return { ...next, waited: round, running: false };
  if (previous?.state !== 'settled' || round === null || next.round === round) return next;
  const news = next.waited === round || next.watched === round || isFresh(round, now);
  return { ...next, round, run: next.run + 1, running: news && !still, skipped: false };
}

/**
 * What the stage shows of the latest race: an animation if it has just been drawn or a replay is requested, otherwise
 * how it ended.
 */
function useShow(previous: Previous | null, open: number) {
  const still = useStill();
  const now = useNow(NEWS_MS);
  const [shown, setShown] = useState(START);
  const round = previous?.round ?? null;
  const next = after(shown, previous, open, still, now);
  if (next !== shown) setShown(next);
  const speed = useQuery({ ...speedQuery(round ?? 0), enabled: shown.running && round !== null });
  const settled = previous?.state === 'settled';
  // Without the animation data, only the end can be shown.
  const running = settled && shown.running && !still && !speed.isError;
  return {
    still,
    running,
    run: running ? speed.data : undefined,
    /** Another run of the same round. */
    key: shown.run,
    skipped: shown.skipped,
    ranking: settled && !running ? previous.ranking : null,
    places: placesOf(settled && !running ? previous.ranking : null, speed.data),
    replay: () => setShown({ ...shown, run: shown.run + 1, running: true, skipped: false }),
    skip: () => setShown({ ...shown, skipped: true }),
    end: () => setShown((before) => ({ ...before, running: false })),
  };
}

interface RankingListProps {
  lanes: readonly Lane[];
  /** Champion first. */
  ranking: readonly number[];
  /** For screen readers only. */
  hidden?: boolean;
}

/**
 * The order in which the lanes finished, as a list: replaces the track when motion is reduced, and accompanies it for
 * screen readers.
 */
function RankingList({ lanes, ranking, hidden = false }: RankingListProps) {
  const { t } = useLingui();
  return (
    <ol aria-label={t`Ranking`} className={cx('m-0 list-none p-0', hidden && 'sr-only')}>
      {ranking.map((lane, place) => {
        const coin = lanes.find((each) => each.lane === lane)?.coin ?? '';
        return (
          <li
            key={lane}
            className="flex h-9 items-center gap-3 border-b border-dashed border-white/10 last:border-b-0"
          >
            <span
              className={cx(
                'figures w-7 rounded-full text-center text-sm leading-6 font-semibold',
                place === 0 ? 'bg-amber text-basalt' : 'text-mist',
              )}
            >
              {place + 1}
            </span>
            <CoinIcon coin={coin} size={24} />
            <span className="font-semibold">{coin}</span>
            {place === 0 && (
              <span className="ml-auto text-sm text-amber">
                <Trans>Champion</Trans>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface StageProps {
  lanes: readonly Lane[];
  previous: Previous | null;
  /** The round that accepts bets, or has just closed. */
  race: Opening;
}

export function Stage({ lanes, previous, race }: StageProps) {
  const { t } = useLingui();
  const show = useShow(previous, race.round);
  const { ranking, running } = show;
  const seen = previous && previous.state !== 'drawing' && !running ? previous.round : null;
  useEffect(() => {
    if (seen !== null) roundSeen(seen);
  }, [seen]);
  return (
    <section
      aria-label={t`Last race`}
      className="min-w-0 rounded-card bg-[#0b0e14] p-4 text-white shadow-card"
    >
      <div className="min-h-54">
        {show.still && ranking ? (
          <RankingList lanes={lanes} ranking={ranking} />
        ) : (
          <>
            <Track
              key={`${previous?.round} ${show.key}`}
              lanes={lanes}
              run={show.run}
              places={show.places}
              ranking={ranking}
              onEnd={show.end}
              skipped={show.skipped}
            />
            {ranking && <RankingList hidden lanes={lanes} ranking={ranking} />}
          </>
        )}
      </div>
      <div
        className={cx(
          'mt-3 flex flex-wrap content-start items-center justify-between gap-x-3 gap-y-2 border-t border-white/10 pt-3',
          // Equally tall with and without its buttons: a race that ends moves nothing. A narrow one has an extra line.
          previous && 'min-h-33 min-[360px]:min-h-28 min-[720px]:min-h-33 min-[960px]:min-h-24',
        )}
      >
        <div role="status" className="min-h-10 min-w-40 flex-1 text-sm leading-snug text-pretty">
          <Words lanes={lanes} previous={previous} race={race} running={running} />
        </div>
        {previous?.state === 'drawing' && <Waiting />}
        {previous?.state === 'settled' && (
          <span key={String(running)} className="flex gap-2">
            {running ? (
              <Small onClick={show.skip}>
                <Trans>Skip to the end</Trans>
              </Small>
            ) : (
              <>
                {!show.still && (
                  <Small onClick={show.replay}>
                    <Trans>Replay</Trans>
                  </Small>
                )}
                <Small onClick={() => openPopup('raceResult', { round: previous.round })}>
                  <Trans>Result</Trans>
                </Small>
              </>
            )}
          </span>
        )}
      </div>
    </section>
  );
}

function Waiting() {
  return (
    <span className="flex h-11 items-center gap-1.5" aria-hidden="true">
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={cx('size-2 animate-pulse-dot rounded-full bg-amber', delay)} />
      ))}
    </span>
  );
}

const Small = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button look="glass" size="sm" onClick={onClick}>
    {children}
  </Button>
);

interface WordsProps extends StageProps {
  running: boolean;
}

/** Before any race has run: the state of the next one. */
function FirstRace({ race }: Pick<StageProps, 'race'>) {
  const { i18n } = useLingui();
  const now = useNow(1000);
  const { round, drawsAt } = race;
  const time = dateText(drawsAt, i18n.locale, { timeStyle: 'short' });
  switch (firstRaceAt(race, now)) {
    case 'unbet':
      return <Trans>No race has been run yet. One is drawn as soon as somebody has bet on it.</Trans>;
    case 'coming':
      return (
        <Trans>
          Race {round} starts at {time}.
        </Trans>
      );
    case 'entered':
      return (
        <Trans>
          Your bet is in. Race {round} starts at {time}.
        </Trans>
      );
    case 'drawing':
      return <Trans>Race {round} waits for the block that draws it.</Trans>;
  }
}

function Words({ lanes, previous, race, running }: WordsProps) {
  const own = useOwn();
  if (!previous)
    return (
      <span className="figures text-mist">
        <FirstRace race={race} />
      </span>
    );
  const { round, state, champion, stake } = previous;
  const coin = lanes.find(({ lane }) => lane === champion)?.coin ?? '';
  if (state === 'drawing') return <Trans>Race {round} waits for the block that draws it.</Trans>;
  if (state === 'void')
    return <Trans>Race {round} is void: it could not be drawn. Every stake went back.</Trans>;
  if (running) return <Trans>Race {round} is running.</Trans>;
  const profit = own.signed(profitOf(previous));
  return (
    <>
      <span className="block font-semibold">
        <Trans>
          {coin} is the champion of race {round}.
        </Trans>
      </span>
      {stake !== '0' && (
        <span className="figures block text-mist">
          {previous.payout === '0' ? (
            <Trans>Your bets did not win: {profit}</Trans>
          ) : (
            <Trans>Your bets on it: {profit}</Trans>
          )}
        </span>
      )}
    </>
  );
}
