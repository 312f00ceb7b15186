// Limits and pauses as server state.
import { kept } from '#api/queries.ts';

export const limitsQuery = () => kept('GET /api/user/limits');
export const featuresQuery = () => ({ ...kept('GET /api/index'), staleTime: 10 * 60_000 });
