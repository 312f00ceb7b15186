// The account's verification as server state. During a review, it is polled every 2 seconds.
import { queryOptions } from '@tanstack/react-query';
import { cached } from '#api/queries.ts';
import type { Output } from '#contract';

export type Kyc = Output<'GET /api/user/kyc'>;
export type KycRules = Output<'GET /api/kyc'>;

/** Short enough that demo mode's approval seems to appear on its own; hidden tabs do not poll. */
const WAITING_MS = 2000;

export const kycQuery = () =>
  queryOptions({
    ...cached('GET /api/user/kyc'),
    refetchInterval: ({ state }) => (state.data?.status === 'submitted' ? WAITING_MS : false),
  });
