// The stage: the latest race as it runs, or as it ended, with its champion as text. Its lanes are chosen for the next
// race at any time; they line up for it at the first tap.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { openPopup } from '#lib/popups.ts';
import { BRAND } from '#lib/brand.ts';
import { areAmountsHidden } from '#lib/hide-amounts.ts';
import { timeText } from '#lib/time.ts';
import { raceTimes } from '#rules/race.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { useOwn } from '#ui/figure.ts';
import { useAt, useNow } from '#ui/now.ts';
import { feel } from '#ui/haptics.ts';
import { useStill } from '#ui/still.ts';
import { roundSeen } from './awaited.ts';
import {
  betOn,
  firstRaceAt,
  isFresh,
  type Lane,
  type Opening,
  photoOf,
  type Previous,
  profitOf,
  type Run,
  standing,
} from './race.rules.ts';
import { Track } from './track.tsx';
import { useNewest } from './use-betting.ts';
import { speedQuery } from './race.queries.ts';
import { raceTime } from './race.words.ts';

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
  /** The lanes stand at the start of the open race. */
  lined: boolean;
}

/** Precise enough to tell what is new; each tick re-renders the stage. */
const NEWS_MS = 10_000;

const START: Shown = {
  ...{ round: null, waited: null, open: null, watched: null },
  ...{ run: 0, running: false, skipped: false, lined: false },
};

/** The latest race whose end this window has shown: coming back to the page does not run it again. */
let shownRound: number | null = null;

/** The positions of the lanes when nothing runs: on the photo finish if a run was seen, otherwise in ranking order. */
function placesOf(ranking: readonly number[] | null, run: Run | undefined): Map<number, number> {
  if (!ranking) return new Map();
  return run ? photoOf(run) : standing(ranking);
}

/** What to show after an answer about the latest race and the one that accepts bets. */
function after(shown: Shown, previous: Previous | null, race: Opening, still: boolean, now: number): Shown {
  const open = race.round;
  const round = previous?.round ?? null;
  const next = shown.open === open ? shown : { ...shown, open, watched: shown.open };
  if (previous?.state === 'drawing' && next.waited !== round)
    return { ...next, waited: round, running: false };
  if (previous?.state !== 'settled' || round === null || next.round === round) return next;
  const news =
    next.waited === round || next.watched === round || (isFresh(round, now) && round !== shownRound);
  const running = news && !still;
  const lined = !running && race.myBets.length > 0;
  return { ...next, round, run: running ? next.run + 1 : next.run, running, skipped: false, lined };
}

/**
 * What the stage shows of the latest race: an animation if it has just been drawn or a replay is requested, otherwise
 * how it ended.
 */
function useShow(previous: Previous | null, race: Opening) {
  const still = useStill();
  const now = useNow(NEWS_MS);
  const [shown, setShown] = useState(START);
  const round = previous?.round ?? null;
  const next = after(shown, previous, race, still, now);
  if (next !== shown) setShown(next);
  const speed = useQuery({ ...speedQuery(round ?? 0), enabled: shown.running && round !== null });
  const settled = previous?.state === 'settled';
  // Without the animation data, only the end can be shown.
  const running = settled && shown.running && !still && !speed.isError;
  const ranking = settled && !running ? previous.ranking : null;
  return {
    still,
    running,
    run: running ? speed.data : undefined,
    /** Another run of the same round. */
    key: shown.run,
    skipped: shown.skipped,
    ranking,
    lined: shown.lined,
    places: placesOf(shown.lined ? null : ranking, speed.data),
    /** The win is counted up if the race was seen. */
    seen: shown.run > 0 && speed.data !== undefined,
    line: () => setShown((before) => (before.running ? before : { ...before, lined: true })),
    replay: () => setShown({ ...shown, run: shown.run + 1, running: true, skipped: false, lined: false }),
    skip: () => setShown({ ...shown, skipped: true }),
    end: () => setShown((before) => ({ ...before, running: false })),
  };
}

/** The account's bets in the latest race. */
function usePreviousBets(previous: Previous | null) {
  const newest = useNewest(previous);
  return (newest.isEnabled && newest.data?.items.find(({ round }) => round === previous?.round)?.bets) || [];
}

interface RankingListProps {
  lanes: readonly Lane[];
  /** Champion first. */
  ranking: readonly number[];
  /** For screen readers only. */
  hidden?: boolean;
}

/**
 * The order in which the lanes finished, as a list: replaces the run when motion is reduced, and accompanies it for
 * screen readers.
 */
function RankingList({ lanes, ranking, hidden = false }: RankingListProps) {
  const { t } = useLingui();
  return (
    <ol
      aria-label={t`Ranking`}
      className={cx('m-0 list-none p-0', hidden ? 'sr-only' : 'flex flex-wrap gap-x-4 gap-y-1 px-2 pt-3')}
    >
      {ranking.map((lane, place) => (
        <li key={lane} className="flex items-center gap-1.5 text-sm">
          <span className={cx('figures font-semibold', place === 0 ? 'text-amber' : 'text-mist')}>
            {place + 1}
          </span>
          <span className="font-semibold">{lanes.find((each) => each.lane === lane)?.coin ?? ''}</span>
        </li>
      ))}
    </ol>
  );
}

interface StageProps {
  lanes: readonly Lane[];
  previous: Previous | null;
  /** The round that accepts bets, or has just closed. */
  race: Opening;
  chosen: readonly number[];
  onToggle: (lane: number) => void;
  /** Why the bet cannot be placed as it is. */
  error: string | undefined;
}

export function Stage({ lanes, previous, race, chosen, onToggle, error }: StageProps) {
  const { t } = useLingui();
  const id = useId();
  const show = useShow(previous, race);
  const { ranking, running } = show;
  const seen = previous && previous.state !== 'drawing' && !running ? previous.round : null;
  useEffect(() => {
    if (seen === null) return;
    shownRound = seen;
    roundSeen(seen);
  }, [seen]);
  const before = usePreviousBets(previous);
  // A running race is shown with its own bets, everything else with those of the open race as soon as there are any.
  const bets = running || (race.myBets.length === 0 && !show.lined) ? before : race.myBets;
  return (
    <section
      aria-label={t`Last race`}
      className="min-w-0 rounded-card bg-[#0b0e14] p-2.5 text-white shadow-card"
    >
      <Track
        key={`${previous?.round} ${show.key}`}
        lanes={lanes}
        run={show.run}
        places={show.still ? null : show.places}
        ranking={show.lined ? null : ranking}
        onEnd={show.end}
        skipped={show.skipped}
        picking={{
          chosen,
          onToggle: (lane) => {
            show.line();
            onToggle(lane);
          },
          stakeOf: (lane) => race.lanes.find((each) => each.lane === lane)?.stake ?? '0',
          ownOf: (lane) => betOn(bets, lane),
          wrong: error === undefined ? undefined : id,
        }}
      />
      <p id={id} role="alert" className="m-0 px-2 pt-2 text-xs text-garnet-bright empty:hidden">
        {error}
      </p>
      {ranking && <RankingList hidden={!show.still} lanes={lanes} ranking={ranking} />}
      {/* Equally tall with and without its buttons: a race that ends moves nothing. */}
      <div className="flex min-h-19 items-center justify-between gap-2 border-t border-white/10 pt-2 pl-2">
        <div role="status" className="min-w-0 flex-1 text-sm leading-snug text-pretty">
          <Words lanes={lanes} previous={previous} race={race} running={running} counted={show.seen} />
        </div>
        {previous?.state === 'drawing' && <Waiting />}
        {previous?.state === 'settled' && (
          <span key={String(running)} className="flex shrink-0 items-center gap-1">
            {running ? (
              <Button look="glass" size="sm" onClick={show.skip}>
                <Trans>Skip</Trans>
              </Button>
            ) : (
              <>
                {!show.still && <IconButton icon="race" label={t`Replay`} onClick={show.replay} />}
                <Button
                  look="glass"
                  size="sm"
                  onClick={() => openPopup('raceResult', { round: previous.round })}
                >
                  <Trans>Result</Trans>
                </Button>
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
    <span className="flex h-11 items-center gap-1.5 pr-2" aria-hidden="true">
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={cx('size-2 animate-pulse-dot rounded-full bg-amber', delay)} />
      ))}
    </span>
  );
}

/** Before any race has run: the state of the next one. */
function FirstRace({ race }: Pick<StageProps, 'race'>) {
  const { i18n } = useLingui();
  const stands = useAt((now) => firstRaceAt(race, now));
  const time = raceTime(race.round, i18n.locale);
  switch (stands) {
    case 'unbet':
      return <Trans>No race yet. One runs as soon as somebody bets.</Trans>;
    case 'coming':
      return <Trans>The race starts at {time}.</Trans>;
    case 'entered':
      return <Trans>Your bet is in. The race starts at {time}.</Trans>;
    case 'drawing':
      return <Trans>Being drawn</Trans>;
  }
}

interface WordsProps extends Pick<StageProps, 'lanes' | 'previous' | 'race'> {
  running: boolean;
  /** The win is counted up. */
  counted: boolean;
}

function Words({ lanes, previous, race, running, counted }: WordsProps) {
  const { i18n } = useLingui();
  const own = useOwn();
  if (!previous)
    return (
      <span className="figures text-mist">
        <FirstRace race={race} />
      </span>
    );
  const { round, state, champion, stake } = previous;
  const coin = lanes.find(({ lane }) => lane === champion)?.coin ?? '';
  const profit = profitOf(previous);
  const done = state === 'settled' && !running;
  const time = timeText(raceTimes(round).drawsAt, i18n.locale);
  return (
    <>
      <span className="block font-semibold">
        {done ? (
          <Trans>{coin} won</Trans>
        ) : state === 'drawing' ? (
          <Trans>Being drawn</Trans>
        ) : state === 'void' ? (
          <Trans>Void: all bets returned</Trans>
        ) : (
          <Trans>The race is on</Trans>
        )}
      </span>
      <span className="figures block text-mist">
        <span className="block">{time}</span>
        {!done || stake === '0' ? null : profit.startsWith('-') || profit === '0' ? (
          <Trans>Your bets: {own.signed(profit)}</Trans>
        ) : (
          <Won key={round} profit={profit} counted={counted} />
        )}
      </span>
    </>
  );
}

/** What a race has won, after all stakes; counted up if it was seen. */
function Won({ profit, counted }: { profit: string; counted: boolean }) {
  useEffect(() => {
    if (counted) feel('done');
  }, [counted]);
  return (
    <span className="text-base font-semibold text-malachite-bright">
      {areAmountsHidden() ? '' : '+'}
      <AnimatedNumber value={profit} from={counted ? '0' : undefined} max={4} /> {BRAND.symbol}
    </span>
  );
}
