// What the miner's pages ask for with an input.
import { cached } from '#api/queries.ts';

/** Every claim of the last 30 days: a cycle takes a day, so there cannot be more. */
export const claimsQuery = () => cached('GET /api/assets/records', { category: 'mining', limit: '31' });

export const teamQuery = () => cached('GET /api/user/invites', { limit: '1' });
