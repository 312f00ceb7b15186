// Coins and their latest records as server state, cached for offline use. Balances and prices change without the
// user, so an open page refetches.
import { cached, cachedByDay } from '#api/queries.ts';
import type { Range } from '#rules/prices.ts';

const ASK_AGAIN_MS = 30_000;

export const assetsQuery = () => ({ ...cached('GET /api/assets/list'), refetchInterval: ASK_AGAIN_MS });

/** Number of latest records shown. */
export const MOVEMENTS = 4;

export const movementsQuery = (coin?: string) =>
  cached('GET /api/assets/records', { limit: String(MOVEMENTS), ...(coin !== undefined && { coin }) });

/** Only the state of the repurchase fund: its history belongs to its own page. */
export const fundQuery = () => cachedByDay('GET /api/mining/buyback/list', { limit: '1' });

/** Past prices have at most one new point an hour; the current price comes with the coin list. */
const HISTORY = { staleTime: 60_000, refetchInterval: 300_000 };

/** How every price has moved in 24 hours. */
export const pricesQuery = () => ({ ...cached('GET /api/assets/prices'), ...HISTORY });

/** How one price has moved in a range. */
export const priceQuery = (coin: string, range: Range) => ({
  ...cached('GET /api/assets/prices', { coin, range }),
  ...HISTORY,
});

/** What the account was worth in a range. */
export const worthQuery = (range: Range) => ({ ...cached('GET /api/assets/worth', { range }), ...HISTORY });
