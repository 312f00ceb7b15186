// The queries of the home page.
import { queryOptions } from '@tanstack/react-query';
import { cached } from '#api/queries.ts';

export const newsQuery = () => ({ ...cached('GET /api/article/index'), staleTime: 60_000 });

/** Polling interval during a review: short enough that the verdict seems to appear on its own. */
const WAITING_MS = 2000;

export const userQuery = () =>
  queryOptions({
    ...cached('GET /api/user/info'),
    refetchInterval: ({ state }) => (state.data?.kyc === 'submitted' ? WAITING_MS : false),
  });
