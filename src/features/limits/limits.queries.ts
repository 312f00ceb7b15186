// Limits and pauses as server state.
import { cached } from '#api/queries.ts';

export const limitsQuery = () => cached('GET /api/user/limits');
export const featuresQuery = () => ({ ...cached('GET /api/index'), staleTime: 10 * 60_000 });
