// Server state: TanStack Query with the rules that every page shares. A failed query shows an error view, never a toast. Every
// answer carries `asOf`, is kept on the device, and is shown with that moment while there is no connection.
import {
  infiniteQueryOptions,
  type InfiniteData,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { CallName, Input, Output } from '#contract';
import { onSessionEnd } from '#lib/session.ts';
import { serverNow } from '#lib/time.ts';
import { send } from './client.ts';
import { type ApiError, isTemporary } from './errors.ts';
import { orLast } from './last.ts';
import { lastOf } from './public-calls.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      // What failed is asked again by src/api/back.ts alone. A part that renders again asks for nothing that is known to fail:
      // a page whose parts come and go with a failing call would ask without end.
      retry: false,
      retryOnMount: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Forgets every answer. Calls under way are stopped, and what is on the screen is taken away at once: a component that stays
 * asks anew, as whoever is here then.
 */
export function forgetAnswers(): void {
  for (const asked of queryClient.getQueryCache().getAll()) asked.reset();
  queryClient.clear();
}

/** One account's figures are never shown to the next. */
onSessionEnd(forgetAnswers);

type GetCall = Extract<CallName, `GET ${string}`>;

/** An answer with the moment in which it was true: ISO time on the server's clock. Where the server tells it, it is the server's. */
export type Dated<T> = T & { asOf: string };
export const dated = <T extends object>(data: T): Dated<T> => ({
  asOf: new Date(serverNow()).toISOString(),
  ...data,
});

interface Keeping<T extends object> {
  /** Its first part is the call's name. */
  key: QueryKey;
  ask: () => Promise<T>;
  /** What the page looks for, made of an answer; the answer itself when not given. */
  shown?: (old: Dated<T>) => unknown;
}

/**
 * Asks, keeps the answer on the device, and shows the last one meanwhile where there is no connection: as old as can be, so that
 * it is asked again wherever it is shown.
 */
export async function keeping<T extends object>({
  key,
  ask,
  shown = (old) => old,
}: Keeping<T>): Promise<Dated<T>> {
  const last = lastOf<Dated<T>>(key);
  const show = (old: Dated<T>) => {
    if (queryClient.getQueryData(key) === undefined)
      queryClient.setQueryData(key, shown(old), { updatedAt: 0 });
  };
  const data = await orLast(async () => dated(await ask()), last, show);
  void last.keep(data);
  return data;
}

/** Query options of a GET call: `useQuery(kept('GET /api/mining/index'))`; its key is [name, input]. */
export const cached = <K extends GetCall>(name: K, input?: Input<K>) =>
  queryOptions<Dated<Output<K>>, ApiError>({
    queryKey: [name, input ?? {}],
    queryFn: ({ signal, queryKey }) =>
      keeping({ key: queryKey, ask: () => send(name, input, { signal, backOff: true }) }),
  });

/** One answer outside of a component: what the server says, or the last that it said when it cannot be asked. */
export async function askedOrLast<K extends GetCall>(
  name: K,
  input: Input<K>,
  signal: AbortSignal,
): Promise<Dated<Output<K>>> {
  const key = [name, input];
  const last = lastOf<Dated<Output<K>>>(key);
  try {
    return await keeping({ key, ask: () => send(name, input, { signal, backOff: true }) });
  } catch (error) {
    const old = isTemporary(error) ? await last.recall() : undefined;
    if (old === undefined) throw error;
    return old;
  }
}

type PagedCall = { [K in GetCall]: Output<K> extends { nextCursor: string | null } ? K : never }[GetCall];
type Pages<K extends PagedCall> = InfiniteData<Dated<Output<K>>, string | null>;

/** A list that grows by pages at its end; its first page is kept. The key is [name, 'all', input]. */
export const cachedPages = <K extends PagedCall>(name: K, input: Input<K>) =>
  infiniteQueryOptions<Dated<Output<K>>, ApiError, Pages<K>, readonly [K, 'all', Input<K>], string | null>({
    queryKey: [name, 'all', input],
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    queryFn: async ({ pageParam, signal, queryKey }) => {
      if (pageParam !== null)
        return dated(
          await send(name, { ...(input as object), cursor: pageParam }, { signal, backOff: true }),
        );
      return keeping({
        key: queryKey,
        ask: () => send(name, input, { signal, backOff: true }),
        shown: (old): Pages<K> => ({ pages: [old], pageParams: [null] }),
      });
    },
  });

/** By hand: asks again for everything that the page in front shows. */
export const refreshShown = (): Promise<unknown> => queryClient.refetchQueries({ type: 'active' });

/** Puts an answer that another call has brought along where the pages look for it. */
export function remember<K extends GetCall>(name: K, data: Output<K>, input?: Input<K>): void {
  const key = [name, input ?? {}];
  const answer = dated(data as Output<K> & object);
  // What was asked for before would overwrite it.
  void queryClient.cancelQueries({ queryKey: key, exact: true });
  queryClient.setQueryData(key, answer);
  void lastOf(key).keep(answer);
}
