// The queries of the home page.
import { queryOptions } from '@tanstack/react-query';
import { cached, cachedLong } from '#api/queries.ts';

/** The balance comes with it (src/features/wallet/figures.ts). */
export const assetsQuery = () => cached('GET /api/assets/list');
export const indexQuery = () => cached('GET /api/index');
export const newsQuery = () => ({ ...cached('GET /api/article/index'), staleTime: 60_000 });
export const minerQuery = () => cached('GET /api/mining/index');
export const limitsQuery = () => cachedLong('GET /api/user/limits');
export const configQuery = () => cachedLong('GET /api/mining/config');

export const kycQuery = () => cached('GET /api/user/kyc');

/** Polling interval during a review: short enough that the verdict seems to appear on its own. */
const WAITING_MS = 2000;

export const userQuery = () =>
  queryOptions({
    ...cached('GET /api/user/info'),
    refetchInterval: ({ state }) => (state.data?.kyc === 'submitted' ? WAITING_MS : false),
  });
