// Requests of the exchange other than the coin list: quotes, which change nothing on the server.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { send } from '#api/client.ts';
import { type ApiError, isRefusal, isTemporary } from '#api/errors.ts';
import { waitAfter } from '#lib/back-off.ts';
import type { Quote } from './exchange.rules.ts';

const RENEW_MS = 10_000;

export interface Intent {
  from: string;
  to: string;
  amount: string;
}

/** A quote that is no longer shown is not cached, so that an old one never reappears. */
export const quoteQuery = (intent: Intent) =>
  queryOptions<Quote, ApiError>({
    queryKey: ['quote', intent],
    queryFn: ({ signal }) => send('POST /api/assets/swap', { ...intent, quoteOnly: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
    // With too little in the fund: that may change soon, or only the next day. Other failures are retried by src/api/back.ts.
    refetchInterval: ({ state }) =>
      isRefusal(state.error, 'forbidden') ||
      isRefusal(state.error, 'invalid_amount') ||
      isTemporary(state.error)
        ? false
        : state.error
          ? waitAfter(state.errorUpdateCount)
          : RENEW_MS,
    placeholderData: keepPreviousData,
  });
