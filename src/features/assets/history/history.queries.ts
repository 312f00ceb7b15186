// The fund history as server state. The newest page is asked for like any other call; what it brings joins a list that grows
// by pages at its end and is never asked for as a whole again.
import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import { type Last, lastUnder, orLast } from '#api/last.ts';
import { cached } from '#api/queries.ts';
import { serverNow } from '#lib/time.ts';
import { type Filter, type FundPage, joined, openPages, withRows } from './history.rules.ts';

const NAME = 'GET /api/assets/records';
const LIMIT = '50';
/** A page that is open all day follows without live events too. */
const ASK_AGAIN_MS = 60_000;
/** Newer pages that are fetched to reach the loaded ones; beyond that the list starts anew. */
const MOST_NEW_PAGES = 5;
/** Pages kept for offline reading: of everything, and of a filter. */
const STORED_PAGES = 4;
const STORED_FILTERED = 1;

type List = InfiniteData<FundPage, string | null>;

const headKey = (filter: Filter) => [NAME, { ...filter, limit: LIMIT }] as const;
const listKey = (filter: Filter) => ['fund history', filter] as const;

async function pageOf(filter: Filter, cursor: string | null, signal: AbortSignal): Promise<FundPage> {
  const input = { ...filter, limit: LIMIT, ...(cursor !== null && { cursor }) };
  const page = await call(NAME, input, { signal, backOff: true });
  return { ...page, asOf: new Date(serverNow()).toISOString() };
}

/** Each page but the first is asked for by the cursor of the one before. */
const asList = (pages: FundPage[]): List => ({
  pages,
  pageParams: [null, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor)],
});

const lastPages = (filter: Filter): Last<FundPage[]> => lastUnder(`history ${JSON.stringify(filter)}`);

const storedPages = (filter: Filter): number =>
  Object.keys(filter).length === 0 ? STORED_PAGES : STORED_FILTERED;

/** Asks for what lies between `newest` and the loaded rows, and again for pages whose withdrawals are on their way. */
async function broughtUp(filter: Filter, newest: FundPage, loaded: () => FundPage[], signal: AbortSignal) {
  const fresh = [newest];
  for (let cursor = newest.nextCursor; cursor !== null && !joined(loaded(), fresh);) {
    if (fresh.length === MOST_NEW_PAGES) return () => fresh;
    const next = await pageOf(filter, cursor, signal);
    fresh.push(next);
    cursor = next.nextCursor;
  }
  const again: FundPage[] = [];
  for (const index of openPages(loaded(), fresh))
    again.push(await pageOf(filter, loaded()[index - 1]?.nextCursor ?? null, signal));
  // The list may have grown meanwhile: this is applied to what it is then.
  return () => again.reduce<FundPage[]>(withRows, joined(loaded(), fresh) ?? fresh);
}

async function newestPage(filter: Filter, client: QueryClient, signal: AbortSignal): Promise<FundPage> {
  const last = lastPages(filter);
  const key = listKey(filter);
  const loaded = () => client.getQueryData<List>(key)?.pages ?? [];
  const show = (pages: FundPage[], old = false) => {
    client.setQueryData<List>(key, asList(pages), old ? { updatedAt: 0 } : {});
  };
  const newest = await orLast(
    () => pageOf(filter, null, signal),
    last,
    (pages) => {
      if (loaded().length === 0) show(pages, true);
    },
  );
  const pages = await broughtUp(filter, newest, loaded, signal);
  // A page that is being fetched will be added to the list as it was; so it goes first.
  await client
    .getQueryCache()
    .find({ queryKey: key })
    ?.promise?.catch(() => undefined);
  // A list of another account must not be written to.
  if (signal.aborted) return newest;
  show(pages());
  void last.keep(loaded().slice(0, storedPages(filter)));
  return newest;
}

/** Keeps the top of the list current; an error of it beside a loaded list means that the list is old. */
export const newestQuery = (filter: Filter) =>
  queryOptions<FundPage, ApiError>({
    queryKey: headKey(filter),
    refetchInterval: ASK_AGAIN_MS,
    refetchOnReconnect: true,
    queryFn: ({ client, signal }) => newestPage(filter, client, signal),
  });

/** The list. It is begun by `newestQuery` and grows by `fetchNextPage`. */
export const listQuery = (filter: Filter) =>
  infiniteQueryOptions<FundPage, ApiError, List, ReturnType<typeof listKey>, string | null>({
    queryKey: listKey(filter),
    enabled: false,
    // Pages are compared by the rules above; comparing thousands of rows here would cost frames.
    structuralSharing: false,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    queryFn: async ({ client, pageParam, signal }) => {
      const last = lastPages(filter);
      const page = await pageOf(filter, pageParam, signal);
      const pages = client.getQueryData<List>(listKey(filter))?.pages ?? [];
      if (pages.length < storedPages(filter)) void last.keep([...pages, page]);
      return page;
    },
  });

/** All rows of one journal entry. */
export const sidesQuery = (entry: string) => cached(NAME, { entry });
