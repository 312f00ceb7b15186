// Server state: TanStack Query with the rules that every page shares. A failed query shows an error view, never a toast.
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallName, Input, Output } from '#contract';
import { onSessionEnd } from '#lib/session.ts';
import { send } from './client.ts';
import { ApiError } from './errors.ts';
import { lastUnder, orLast } from './last.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      // A refusal will not change by asking again; a lost connection may.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.transport,
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** One account's figures are never shown to the next. */
onSessionEnd(() => queryClient.clear());

type GetCall = Extract<CallName, `GET ${string}`>;

/** Query options of a GET call: `useQuery(query('GET /api/mining/index'))`; its key is [name, input]. */
export const query = <K extends GetCall>(name: K, input?: Input<K>) =>
  queryOptions<Output<K>, ApiError>({
    queryKey: [name, input ?? {}],
    queryFn: ({ signal }) => send(name, input, { signal }),
  });

/**
 * The same for a call whose last answer is kept on the device: without a network that one is shown (its time is for the page to
 * tell), and the call is asked again once the network is back.
 */
export const kept = <K extends GetCall>(name: K, input?: Input<K>) =>
  queryOptions<Output<K>, ApiError>({
    queryKey: [name, input ?? {}],
    refetchOnReconnect: true,
    queryFn: async ({ signal, client, queryKey }) => {
      const last = lastUnder<Output<K>>(JSON.stringify(queryKey));
      const data = await orLast(
        () => send(name, input, { signal }),
        last,
        (old) => {
          // As old as can be, so that it is asked again wherever it is shown.
          if (client.getQueryData(queryKey) === undefined)
            client.setQueryData(queryKey, old, { updatedAt: 0 });
        },
      );
      void last.keep(data);
      return data;
    },
  });

/** Asks these calls again wherever they are shown. */
export const refresh = (...names: GetCall[]): Promise<unknown> =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Puts an answer that another call has brought along where the pages look for it. */
export const remember = <K extends GetCall>(name: K, data: Output<K>, input?: Input<K>): void =>
  void queryClient.setQueryData([name, input ?? {}], data);
