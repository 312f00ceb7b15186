// The race as server state. The opening is one answer that tells the open round and the newest one before it, so that a page
// that slept for an hour needs nothing else.
import { queryOptions } from '@tanstack/react-query';
import { kept, keptPages } from '#api/queries.ts';
import { serverNow } from '#lib/time.ts';
import { nextAsk } from './race.rules.ts';

const OPENING = 'GET /api/game/opening';
const RECORD = 'GET /api/game/record';

/** Rules of the product change with a release. */
const LASTS_MS = 10 * 60_000;

/** Renewed at the moments of its own round; stakes between them come by the events of the race (src/app/live.tsx). */
export const openingQuery = () =>
  queryOptions({
    ...kept(OPENING),
    refetchInterval: ({ state }) => nextAsk(state.data, serverNow()),
  });

export const configQuery = () => ({ ...kept('GET /api/game/config'), staleTime: LASTS_MS });
export const featuresQuery = () => ({ ...kept('GET /api/index'), staleTime: LASTS_MS });
export const assetsQuery = () => kept('GET /api/assets/list');
export const lotteryQuery = () => kept('GET /api/mining/bet/index');
export const limitsQuery = () => kept('GET /api/user/limits');

/** A finished round never changes. */
export const speedQuery = (round: number) => ({
  ...kept('GET /api/game/speed', { round: String(round) }),
  staleTime: Infinity,
});

export const resultQuery = (round: number) => ({
  ...kept('GET /api/game/ranking', { round: String(round) }),
  staleTime: Infinity,
});

const ROWS = '20';
/** The account's races by pages, newest first. */
export const recordsQuery = () => keptPages(RECORD, { limit: ROWS });

/** The newest of them, for what is said of one round. */
export const newestQuery = () => kept(RECORD, { limit: ROWS });
