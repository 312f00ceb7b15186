// What the stage shows of the newest race: a run of it when it has just been drawn or is asked for again, else how it ended.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '#ui/now.ts';
import { useStill } from '#ui/still.ts';
import { isFresh, type Previous, type Run, standing } from './race.rules.ts';
import { speedQuery } from './race.queries.ts';

interface Shown {
  /** The newest round whose result has been put on the stage, or been waited for. */
  round: number | null;
  /** It was seen being drawn: its result is news, however long the chain took. */
  waited: number | null;
  /** The round that takes bets, and the one that did before it on this page: who has watched that one has not seen it run. */
  open: number | null;
  watched: number | null;
  /** Counts runs, so that each begins anew. */
  run: number;
  running: boolean;
  skipped: boolean;
}

/** Exact enough to tell what is news; each tick draws the stage anew. */
const NEWS_MS = 10_000;

const START: Shown = {
  ...{ round: null, waited: null, open: null, watched: null },
  ...{ run: 0, running: false, skipped: false },
};

/** Where the lanes stand when nothing runs: at the end of the run if one was seen, in the order of the ranking otherwise. */
function placesOf(ranking: readonly number[] | null, run: Run | undefined): Map<number, number> {
  if (!ranking) return new Map();
  if (!run) return standing(ranking);
  return new Map(run.lanes.map(({ lane, distances }) => [lane, distances.at(-1) ?? 0]));
}

/** What is shown after an answer: `open` takes bets now. */
function after(shown: Shown, previous: Previous | null, open: number, still: boolean, now: number): Shown {
  const round = previous?.round ?? null;
  const next = shown.open === open ? shown : { ...shown, open, watched: shown.open };
  if (previous?.state === 'drawing' && next.waited !== round)
    return { ...next, waited: round, running: false };
  if (previous?.state !== 'settled' || round === null || next.round === round) return next;
  const news = next.waited === round || next.watched === round || isFresh(round, now);
  return { ...next, round, run: next.run + 1, running: news && !still, skipped: false };
}

export function useShow(previous: Previous | null, open: number) {
  const still = useStill();
  const now = useNow(NEWS_MS);
  const [shown, setShown] = useState(START);
  const round = previous?.round ?? null;
  const next = after(shown, previous, open, still, now);
  if (next !== shown) setShown(next);
  const speed = useQuery({ ...speedQuery(round ?? 0), enabled: shown.running && round !== null });
  const settled = previous?.state === 'settled';
  // Without the picture of the way there is only its end to show.
  const running = settled && shown.running && !still && !speed.isError;
  return {
    still,
    running,
    run: running ? speed.data : undefined,
    /** Another one of the same round. */
    key: shown.run,
    skipped: shown.skipped,
    ranking: settled && !running ? previous.ranking : null,
    places: placesOf(settled && !running ? previous.ranking : null, speed.data),
    replay: () => setShown({ ...shown, run: shown.run + 1, running: true, skipped: false }),
    skip: () => setShown({ ...shown, skipped: true }),
    end: () => setShown((before) => ({ ...before, running: false })),
  };
}
