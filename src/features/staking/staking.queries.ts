// Staking as server state. Without a network, figures of the last visit are shown with their time.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cached, cachedPages, queryClient } from '#api/queries.ts';
import { serverNow } from '#lib/time.ts';
import { CHART_DAYS } from '#rules/figures.ts';
import { isDue, type Order, periodsPaid } from './staking.rules.ts';

const INDEX = 'GET /api/stake/index';
const LIST = 'GET /api/stake/list';
const PAYMENTS = 'GET /api/stake/payments';
const ROWS = '10';

/** The user may stake on another device while a page is open. */
const ASK_AGAIN_MS = 60_000;
/** A due payment is booked within seconds. */
const ASK_WHEN_DUE_MS = 2000;

const again = (nextOutputAt: string | null | undefined): number =>
  isDue(nextOutputAt, serverNow()) ? ASK_WHEN_DUE_MS : ASK_AGAIN_MS;

export const stakingQuery = () => {
  const options = cached(INDEX);
  return queryOptions({
    ...options,
    refetchInterval: ({ state }) => again(state.data?.nextOutputAt),
  });
};

/** The order from the list, until it is fetched itself or while there is no network. */
function listed(id: string) {
  for (const page of queryClient.getQueryData(ordersQuery().queryKey)?.pages ?? []) {
    const items = page.items.filter((order) => order.id === id);
    if (items.length > 0) return { ...page, items };
  }
  return undefined;
}

/** One order; no items if this account has none with that number. */
export const orderQuery = (id: string) => {
  const options = cached(LIST, { id });
  return queryOptions({
    ...options,
    staleTime: 0,
    initialData: () => listed(id),
    initialDataUpdatedAt: () => queryClient.getQueryState(ordersQuery().queryKey)?.dataUpdatedAt,
    refetchInterval: ({ state }) => again(state.data?.items[0]?.nextOutputAt),
  });
};

/** All orders, newest first, by pages. */
export const ordersQuery = () => cachedPages(LIST, { limit: ROWS });

/**
 * What an order has paid, newest first, by pages; the first has the days of the chart. Refetched as long as a payment
 * that the order counts is missing.
 */
export const paymentsQuery = (order: Order) => {
  const options = cachedPages(PAYMENTS, { id: order.id, limit: String(CHART_DAYS) });
  const count = periodsPaid(order);
  return infiniteQueryOptions({
    ...options,
    refetchInterval: ({ state }) =>
      (state.data?.pages[0]?.items[0]?.period ?? count) < count ? ASK_WHEN_DUE_MS : false,
  });
};
