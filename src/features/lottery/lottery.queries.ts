// The lottery as server state. Without a network, the open round of the last visit is shown with its time.
import { queryOptions } from '@tanstack/react-query';
import { cached, cachedPages } from '#api/queries.ts';
import { serverNow } from '#lib/time.ts';
import type { Lottery } from './lottery.rules.ts';

const INDEX = 'GET /api/mining/bet/index';
const LIST = 'GET /api/mining/bet/list';
const ROWS = '20';

/** Events announce changes; this is for a page whose stream is lost. */
const ASK_AGAIN_MS = 60_000;
/**
 * A finished round has a successor immediately; its draw comes with the next blocks, or hours later without a chain.
 */
const ASK_OVER_MS = 2000;
const ASK_DRAWING_MS = 3000;

function askIn(data: Lottery | undefined): number {
  if (data && Date.parse(data.closesAt) <= serverNow()) return ASK_OVER_MS;
  return data?.previous?.state === 'drawing' ? ASK_DRAWING_MS : ASK_AGAIN_MS;
}

export const lotteryQuery = () =>
  queryOptions({ ...cached(INDEX), refetchInterval: ({ state }) => askIn(state.data) });

/** One finished round with its hash; no items until it has finished. */
export const roundQuery = (round: string) => cached(LIST, { round });

/** All finished rounds, newest first, by pages. */
export const roundsQuery = () => cachedPages(LIST, { limit: ROWS });
