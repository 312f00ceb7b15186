// Server state: TanStack Query with the rules that all pages share. A failed query shows an error view, never a toast.
// Every answer carries `asOf`, is cached on the device, and is shown with that time while there is no connection.
import {
  infiniteQueryOptions,
  type InfiniteData,
  notifyManager,
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { i18n } from '@lingui/core';
import type { CallName, Input, Output } from '#contract';
import { nextDay } from '#rules/days.ts';
import { currentLanguage } from '#lib/locale.ts';
import { onSessionEnd } from '#lib/session.ts';
import { serverNow } from '#lib/time.ts';
import { send } from './client.ts';
import { type ApiError, isTemporary } from './errors.ts';
import { orLast } from './last.ts';
import { lastOf, textCalls } from './public-calls.ts';

/** How long an answer is not requested again. */
export const STALE_MS = 15_000;

const LONG_MS = 10 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      gcTime: LONG_MS,
      networkMode: 'always',
      // Only src/api/back.ts retries failed queries. A part that mounts again does not refetch what is known to fail:
      // otherwise a page whose parts mount and unmount with a failing call would send requests endlessly.
      retry: false,
      retryOnMount: false,
    },
  },
});

/**
 * Forgets every answer. Calls in progress are aborted, and what is on screen is removed immediately: a component that
 * stays mounted refetches for the new user.
 */
export function forgetAnswers(): void {
  for (const asked of queryClient.getQueryCache().getAll()) asked.reset();
  queryClient.clear();
}

/** One account's figures are never shown to the next. */
onSessionEnd(forgetAnswers);

/** Asks again while the error stays on screen. */
export const askAgain = (query: Query): void =>
  notifyManager.batch(() => {
    const { status, error } = query.state;
    void query.fetch().catch(() => undefined);
    if (status === 'error' && query.state.status === 'pending')
      query.setState({ ...query.state, status, error });
  });

/** These queries with a request in progress. */
export const inProgress = (predicate: (query: Query) => boolean): Query[] =>
  queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });

/**
 * Refetches these queries wherever they are shown. With `cancel`, an answer that is on its way no longer counts; TanStack
 * Query itself keeps the first request of a query, and one that no component waits for.
 */
export const askAnew = (predicate: (query: Query) => boolean, cancel = true): Promise<unknown> =>
  notifyManager.batch(() => {
    for (const query of cancel ? inProgress(predicate) : []) {
      const isUnseen = query.getObserversCount() === 0;
      if (!isUnseen && (query.state.data !== undefined || !query.isActive())) continue;
      void query.cancel({ silent: true });
      askAgain(query);
    }
    return queryClient.invalidateQueries({ predicate }, { cancelRefetch: cancel });
  });

let language = currentLanguage();
i18n.on('change', () => {
  if (language === currentLanguage()) return;
  const before: unknown = language;
  language = currentLanguage();
  // These answers are still in the previous language. Those whose key names a language are still right.
  const isText = (name: unknown) => textCalls.some((call) => call === name);
  void askAnew(({ queryKey }) => isText(queryKey[0]) && !queryKey.includes(before));
});

/** How long after midnight this page asks again. Not everyone asks in the same second. */
const LATE_MS = 1000 + Math.random() * 9000;

/** `refetchInterval` of figures that start over at midnight in Singapore. Every call names the same moment. */
export const atDayEnd = (): number => {
  const at = serverNow() - LATE_MS;
  return Number(nextDay(at)) - at;
};

type GetCall = Extract<CallName, `GET ${string}`>;

/**
 * An answer with the time at which it was true: ISO time on the server's clock, taken from the answer if it contains
 * one.
 */
export type Dated<T> = T & { asOf: string };
export const dated = <T extends object>(data: T): Dated<T> => ({
  asOf: new Date(serverNow()).toISOString(),
  ...data,
});

interface Keeping<T extends object> {
  /** Its first part is the call's name. */
  key: QueryKey;
  ask: () => Promise<T>;
  /** Converts an answer to what the page's query expects; by default the answer itself. */
  shown?: (old: Dated<T>) => unknown;
}

/**
 * Sends the call, caches the answer on the device, and without a connection shows the cached one meanwhile: with the
 * earliest possible time, so that it is refetched wherever it is shown.
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

/** Query options of a GET call: `useQuery(cached('GET /api/mining/index'))`; its key is [name, input]. */
export const cached = <K extends GetCall>(name: K, input?: Input<K>) =>
  queryOptions<Dated<Output<K>>, ApiError>({
    queryKey: [name, input ?? {}],
    queryFn: ({ signal, queryKey }) =>
      keeping({ key: queryKey, ask: () => send(name, input, { signal, backOff: true }) }),
  });

/** The same for what rarely changes while a page is open: rules, limits, what the operator has enabled. */
export const cachedLong = <K extends GetCall>(name: K) => ({ ...cached(name), staleTime: LONG_MS });

/** The same for figures of a Singapore day. */
export const cachedByDay = <K extends GetCall>(name: K, input?: Input<K>) => ({
  ...cached(name, input),
  refetchInterval: atDayEnd,
});

/** One answer outside a component: the server's, or the cached one if the server cannot be reached. */
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

/**
 * A list that grows by pages at its end; its first page is cached unless `stored` is false. The key is [name, 'all',
 * input].
 */
export const cachedPages = <K extends PagedCall>(name: K, input: Input<K>, stored = true) =>
  infiniteQueryOptions<Dated<Output<K>>, ApiError, Pages<K>, readonly [K, 'all', Input<K>], string | null>({
    queryKey: [name, 'all', input],
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    queryFn: async ({ pageParam, signal, queryKey }) => {
      const cursor = pageParam !== null && { cursor: pageParam };
      const ask = () => send(name, { ...(input as object), ...cursor }, { signal, backOff: true });
      if (cursor || !stored) return dated(await ask());
      return keeping({
        key: queryKey,
        ask,
        shown: (old): Pages<K> => ({ pages: [old], pageParams: [null] }),
      });
    },
  });

/** Manual refresh: refetches everything that the current page shows. */
export const refreshShown = (): Promise<unknown> => queryClient.refetchQueries({ type: 'active' });

/** Puts an answer that came with another call where pages look for it. */
export function remember<K extends GetCall>(name: K, data: Output<K>): void {
  const key = [name, {}];
  const answer = dated(data as Output<K> & object);
  // A request in progress would overwrite it.
  void queryClient.cancelQueries({ queryKey: key, exact: true });
  queryClient.setQueryData(key, answer);
  void lastOf(key).keep(answer);
}
