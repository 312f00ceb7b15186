// Staking as server state. Figures of the last visit are shown with their time while there is no network.
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import type { Input, Output } from '#contract';
import { send } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import { lastUnder, orLast } from '#api/last.ts';
import { kept, query, refresh } from '#api/queries.ts';
import { serverNow } from '#lib/time.ts';
import { isDue } from './staking.rules.ts';

const INDEX = 'GET /api/stake/index';
const LIST = 'GET /api/stake/list';
const OUTPUTS = 'GET /api/stake/outputs';
const ROWS = '10';

/** Somebody may stake on another device while a page is open. */
const ASK_AGAIN_MS = 60_000;
/** An output whose moment has come is booked within seconds. */
const ASK_WHEN_DUE_MS = 2000;

const again = (nextOutputAt: string | null | undefined): number =>
  isDue(nextOutputAt, serverNow()) ? ASK_WHEN_DUE_MS : ASK_AGAIN_MS;

/** An answer with its time on the server's clock, as ISO text. */
type Dated<T> = T & { asOf: string };

/** Asks, and shows the last answer with its own time meanwhile where there is no network. */
async function dated<T extends object>(
  key: readonly unknown[],
  ask: () => Promise<T>,
  show: (old: Dated<T>) => void,
): Promise<Dated<T>> {
  const last = lastUnder<Dated<T>>(JSON.stringify(key));
  const data = await orLast(
    async () => ({ ...(await ask()), asOf: new Date(serverNow()).toISOString() }),
    last,
    show,
  );
  void last.keep(data);
  return data;
}

function datedQuery<K extends typeof INDEX | typeof LIST>(name: K, input?: Input<K>) {
  return queryOptions<Dated<Output<K>>, ApiError>({
    queryKey: [name, input ?? {}],
    refetchOnReconnect: true,
    queryFn: ({ client, queryKey, signal }) =>
      dated(
        queryKey,
        () => send(name, input, { signal }),
        (old) => {
          if (client.getQueryData(queryKey) === undefined)
            client.setQueryData(queryKey, old, { updatedAt: 0 });
        },
      ),
  });
}

export const stakingQuery = () => {
  const options = datedQuery(INDEX);
  return queryOptions({
    ...options,
    refetchInterval: ({ state }) => again(state.data?.nextOutputAt),
  });
};

/** One order; no items when there is none of that number in this account. */
export const orderQuery = (id: string) => {
  const options = datedQuery(LIST, { id });
  return queryOptions({
    ...options,
    refetchInterval: ({ state }) => again(state.data?.items[0]?.nextOutputAt),
  });
};

type OrderPage = Output<typeof LIST>;
type Orders = InfiniteData<OrderPage, string | null>;
const ORDERS = [LIST, 'all'] as const;

/** All orders, newest first, by pages. The first one is kept for the time without a network. */
export const ordersQuery = () =>
  infiniteQueryOptions<OrderPage, ApiError, Orders, typeof ORDERS, string | null>({
    queryKey: ORDERS,
    refetchOnReconnect: true,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    queryFn: ({ client, pageParam, signal }) => {
      const ask = () =>
        send(LIST, { limit: ROWS, ...(pageParam !== null && { cursor: pageParam }) }, { signal });
      if (pageParam !== null) return ask();
      return dated(ORDERS, ask, (old) => {
        if (client.getQueryData(ORDERS) === undefined)
          client.setQueryData<Orders>(ORDERS, { pages: [old], pageParams: [null] }, { updatedAt: 0 });
      });
    },
  });

export const outputsQuery = () => kept(OUTPUTS);

/** Rules of the product: they change with a release, not while a page is open. */
export const configQuery = () => ({ ...query('GET /api/mining/config'), staleTime: 10 * 60_000 });

/** How many levels of the team are paid here. */
export const featuresQuery = () => ({ ...query('GET /api/index'), staleTime: 10 * 60_000 });

export const assetsQuery = () => kept('GET /api/assets/list');

/** Everything that the staking pages show. */
export const askStaking = (): Promise<unknown> => refresh(INDEX, LIST, OUTPUTS);

/** What hangs on the figures of the index: asked again when these have changed. */
export const askOrders = (): Promise<unknown> => refresh(LIST, OUTPUTS);

/** After a stake or a redemption, also one whose answer was lost. */
export const stakeMoved = (): Promise<unknown> =>
  refresh(INDEX, LIST, OUTPUTS, 'GET /api/assets/list', 'GET /api/assets/records', 'GET /api/index');
