// The miner's server state, and whatever else its pages show.
import { cached, cachedByDay, cachedLong } from '#api/queries.ts';

export const minerQuery = () => cached('GET /api/mining/index');

export const configQuery = () => cachedLong('GET /api/mining/config');

/** Every claim of the last 30 days: a cycle takes a day, so there cannot be more. */
export const claimsQuery = () => cached('GET /api/assets/records', { category: 'mining', limit: '31' });

/** The account's other earnings, for the total. */
export const stakingQuery = () => cached('GET /api/stake/index');
export const stakeOutputsQuery = () => cachedByDay('GET /api/stake/outputs');
export const teamDaysQuery = () => cachedByDay('GET /api/user/earnings/days');
export const teamQuery = () => cached('GET /api/user/invites', { limit: '1' });

export const assetsQuery = () => cached('GET /api/assets/list');
export const userQuery = () => cached('GET /api/user/info');

export const hashrateQuery = () => cached('GET /api/mining/power');

/** The team's level, with the number of valid users that count for it. */
export const levelsQuery = () => cached('GET /api/user/levels');
