// How often a quote is asked for.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type ApiError, refusal } from '#api/errors.ts';
import { quoteQuery } from './exchange.queries.ts';
import type { Quote } from './exchange.rules.ts';

const options = quoteQuery({ from: 'USDT', to: 'ETH', amount: '30' });

/** Milliseconds until it is asked for again after so many errors; false: never. */
function waitAfter(error: ApiError | null, errorUpdateCount: number) {
  const client = new QueryClient();
  const query = client.getQueryCache().build<Quote, ApiError>(client, { queryKey: [] });
  query.setState({ error, errorUpdateCount });
  return typeof options.refetchInterval === 'function' && options.refetchInterval(query);
}

test('a quote is renewed, asked for less and less often while there is none, and never if it cannot come', () => {
  expect(waitAfter(null, 3)).toBe(10_000);
  const noPrice = refusal(1304, 'no price', {});
  expect([1, 2, 3, 9].map((count) => waitAfter(noPrice, count))).toEqual([2000, 4000, 8000, 60_000]);
  expect(waitAfter(refusal(403, 'switched off', {}), 1)).toBe(false);
  expect(waitAfter(refusal(503, 'try later', {}), 1), 'the common back-off applies').toBe(false);
});
