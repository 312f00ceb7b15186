// Limits and pauses as server state.
import { cached, cachedLong } from '#api/queries.ts';

export const limitsQuery = () => cached('GET /api/user/limits');
export const featuresQuery = () => cachedLong('GET /api/index');
