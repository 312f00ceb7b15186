// What the account was given, as server state; its first page is kept for the time without a network.
import { cached, cachedPages } from '#api/queries.ts';

export const grantsQuery = () => cachedPages('GET /api/assets/grants', { limit: '20' });
/** Tells whether this is demo mode, which has a coupon to try. */
export const indexQuery = () => cached('GET /api/index');
