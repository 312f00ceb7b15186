// The race as server state. The opening is a single answer with the open round and the latest one before it, so that a
// page that slept for an hour needs nothing else.
import { queryOptions } from '@tanstack/react-query';
import { cached, cachedPages } from '#api/queries.ts';
import { serverNow } from '#lib/time.ts';
import { nextAsk } from './race.rules.ts';

const OPENING = 'GET /api/game/opening';
const RECORD = 'GET /api/game/record';

/**
 * Refetched at its own round's times; changes of stakes in between are announced by the race's events
 * (src/app/live.tsx).
 */
export const openingQuery = () =>
  queryOptions({
    ...cached(OPENING),
    refetchInterval: ({ state }) => nextAsk(state.data, serverNow()),
  });

/** A finished round never changes. */
export const speedQuery = (round: number) => ({
  ...cached('GET /api/game/speed', { round: String(round) }),
  staleTime: Infinity,
});

export const resultQuery = (round: number) => ({
  ...cached('GET /api/game/ranking', { round: String(round) }),
  staleTime: Infinity,
});

const ROWS = '20';
/** The account's races by pages, newest first. */
export const recordsQuery = () => cachedPages(RECORD, { limit: ROWS });

/** The newest of them, for showing details of one round. */
export const newestQuery = () => cached(RECORD, { limit: ROWS });
