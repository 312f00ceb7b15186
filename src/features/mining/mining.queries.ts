// The miner's server state, and what else its pages show.
import { kept } from '#api/queries.ts';

export const minerQuery = () => kept('GET /api/mining/index');

/** Rules of the product: they change with a release, not while a page is open. */
export const configQuery = () => ({ ...kept('GET /api/mining/config'), staleTime: 10 * 60_000 });

/** Every claim of the last 30 days: a cycle runs for one, so that there cannot be more. */
export const claimsQuery = () => kept('GET /api/assets/records', { category: 'mining', limit: '31' });

/** What else the account earns, for its earnings as a whole. */
export const stakingQuery = () => kept('GET /api/stake/index');
export const stakeOutputsQuery = () => kept('GET /api/stake/outputs');
export const teamDaysQuery = () => kept('GET /api/user/earnings/days');
export const teamQuery = () => kept('GET /api/user/invites', { limit: '1' });

export const assetsQuery = () => kept('GET /api/assets/list');
export const userQuery = () => kept('GET /api/user/info');

export const powerQuery = () => kept('GET /api/mining/power');

/** The team's level, with how many valid users count for it. */
export const levelsQuery = () => kept('GET /api/user/levels');

/** The repurchase fund alone: its history belongs to its own page. */
export const fundQuery = () => kept('GET /api/mining/buyback/list', { limit: '1' });
