// What the account was given, as server state; its first page is kept for the time without a network.
import { kept, keptPages, refresh } from '#api/queries.ts';

const GRANTS = 'GET /api/assets/grants';

export const grantsQuery = () => keptPages(GRANTS, { limit: '20' });
/** Tells whether this is demo mode, which has a coupon to try. */
export const indexQuery = () => kept('GET /api/index');

/** A coupon was redeemed: everything that what it gave is seen in. */
export const redeemed = (): void =>
  void refresh(
    GRANTS,
    'GET /api/assets/list',
    'GET /api/assets/records',
    'GET /api/mining/index',
    'GET /api/mining/power',
  );
