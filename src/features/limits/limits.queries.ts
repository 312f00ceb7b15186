// Limits and pauses as server state.
import type { Output } from '#contract';
import { kept, remember } from '#api/queries.ts';

export const limitsQuery = () => kept('GET /api/user/limits');
export const featuresQuery = () => ({ ...kept('GET /api/index'), staleTime: 10 * 60_000 });

/** Every page that looks at them sees the new ones at once. */
export const limitsChanged = (data: Output<'GET /api/user/limits'>): void =>
  remember('GET /api/user/limits', data);
