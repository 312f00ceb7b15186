// What the exchange asks the server beside the coin list: quotes, which change nothing there.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { send } from '#api/client.ts';
import { type ApiError, isRefusal } from '#api/errors.ts';
import type { Quote } from './exchange.rules.ts';

const RENEW_MS = 10_000;
/** Without a price, or with a fund that is short: it may be there again soon. */
const RETRY_MS = 5000;

export interface Intent {
  from: string;
  to: string;
  amount: string;
}

/** Nothing is kept of a quote that is not looked at any more, so that an old one never comes up again. */
export const quoteQuery = (intent: Intent) =>
  queryOptions<Quote, ApiError>({
    queryKey: ['quote', intent],
    queryFn: ({ signal }) => send('POST /api/assets/swap', { ...intent, quoteOnly: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      isRefusal(state.error, 'forbidden') || isRefusal(state.error, 'invalid_amount')
        ? false
        : state.error
          ? RETRY_MS
          : RENEW_MS,
    placeholderData: keepPreviousData,
  });
