// Coins and their latest records as server state, cached for offline use. Balances and prices change by themselves, so
// an open page refetches.
import { cached } from '#api/queries.ts';

const ASK_AGAIN_MS = 30_000;

export const assetsQuery = () => ({ ...cached('GET /api/assets/list'), refetchInterval: ASK_AGAIN_MS });

/** Number of latest records shown. */
export const MOVEMENTS = 4;

export const movementsQuery = (coin?: string) =>
  cached('GET /api/assets/records', { limit: String(MOVEMENTS), ...(coin !== undefined && { coin }) });

/** Only the repurchase fund: its history belongs to its own page. */
export const fundQuery = () => cached('GET /api/mining/buyback/list', { limit: '1' });
