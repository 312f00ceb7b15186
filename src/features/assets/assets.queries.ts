// Coins and their last movements as server state, kept for the time without a network. Balances and prices move by themselves,
// so an open page asks again.
import { cached } from '#api/queries.ts';

const ASK_AGAIN_MS = 30_000;

export const assetsQuery = () => ({ ...cached('GET /api/assets/list'), refetchInterval: ASK_AGAIN_MS });

/** Rows that are shown of the latest movements. */
export const MOVEMENTS = 4;

export const movementsQuery = (coin?: string) =>
  cached('GET /api/assets/records', { limit: String(MOVEMENTS), ...(coin !== undefined && { coin }) });
