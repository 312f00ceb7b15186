// The repurchase fund and its history as server state. The newest page includes the fund's figures.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Output } from '#contract';
import { atDayEnd, cachedPages } from '#api/queries.ts';

const NAME = 'GET /api/mining/buyback/list';
const LIMIT = '20';
/** Others sell too: an open page refetches; while the user is reading far back in the history, only for a new day's budget. */
const ASK_AGAIN_MS = 30_000;

export type FundPage = Output<typeof NAME>;
export type Fund = FundPage['fund'];
export type Repurchase = FundPage['items'][number];

export const historyQuery = () =>
  infiniteQueryOptions({
    ...cachedPages(NAME, { limit: LIMIT }),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? atDayEnd() : ASK_AGAIN_MS),
  });
