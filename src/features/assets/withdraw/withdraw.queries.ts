// Withdrawals as server state: polled every 3 seconds while one is pending, and whenever the server announces a balance
// change.
import { queryOptions } from '@tanstack/react-query';
import { cached } from '#api/queries.ts';
import { isOpen } from './withdraw.rules.ts';

const WATCH_MS = 3000;

/** `awaited`: one is about to appear or to finish. */
export const withdrawalsQuery = (awaited = false) =>
  queryOptions({
    ...cached('GET /api/assets/records', { category: 'withdraw', limit: '20' }),
    refetchInterval: ({ state }) => (awaited || state.data?.items.some(isOpen) === true ? WATCH_MS : false),
  });
