// The miner's server state, and what else its pages show.
import { cached } from '#api/queries.ts';

export const minerQuery = () => cached('GET /api/mining/index');

/** Rules of the product: they change with a release, not while a page is open. */
export const configQuery = () => ({ ...cached('GET /api/mining/config'), staleTime: 10 * 60_000 });

/** Every claim of the last 30 days: a cycle runs for one, so that there cannot be more. */
export const claimsQuery = () => cached('GET /api/assets/records', { category: 'mining', limit: '31' });

/** What else the account earns, for its earnings as a whole. */
export const stakingQuery = () => cached('GET /api/stake/index');
export const stakeOutputsQuery = () => cached('GET /api/stake/outputs');
export const teamDaysQuery = () => cached('GET /api/user/earnings/days');
export const teamQuery = () => cached('GET /api/user/invites', { limit: '1' });

export const assetsQuery = () => cached('GET /api/assets/list');
export const userQuery = () => cached('GET /api/user/info');

export const hashrateQuery = () => cached('GET /api/mining/power');

/** The team's level, with how many valid users count for it. */
export const levelsQuery = () => cached('GET /api/user/levels');

/** The repurchase fund alone: its history belongs to its own page. */
export const fundQuery = () => cached('GET /api/mining/buyback/list', { limit: '1' });
