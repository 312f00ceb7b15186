// The fund history as server state. The newest page is fetched like any other call; its rows are merged into a list
// that grows by pages at its end and is never refetched as a whole.
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
/** Keeps a page that stays open all day up to date even without live events. */
const ASK_AGAIN_MS = 60_000;
/** Maximum number of newer pages fetched to reach the loaded ones; beyond that the list starts over. */
const MOST_NEW_PAGES = 5;
/** Number of pages cached for offline reading: of the whole history, and of a filter. */
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

/** Each page but the first is requested with the previous page's cursor. */
const asList = (pages: FundPage[]): List => ({
  pages,
  pageParams: [null, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor)],
});

const lastPages = (filter: Filter): Last<FundPage[]> => lastUnder(`history ${JSON.stringify(filter)}`);

function storedPages(filter: Filter): number {
  if (Object.keys(filter).length === 0) return STORED_PAGES;
  // A search or a day, unlike a category or a coin, is not requested over and over.
  return filter.search === undefined && filter.from === undefined && filter.to === undefined
    ? STORED_FILTERED
    : 0;
}

/** Fetches what lies between `newest` and the loaded rows, and refetches pages with pending withdrawals. */
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
  // The list may have grown meanwhile: the change is applied to its current state.
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
  // A page being fetched will be appended to the list as it was, so it must finish first.
  await client
    .getQueryCache()
    .find({ queryKey: key })
    ?.promise?.catch(() => undefined);
  // Never writes to the list of another account.
  if (signal.aborted) return newest;
  show(pages());
  const stored = storedPages(filter);
  if (stored > 0) void last.keep(loaded().slice(0, stored));
  return newest;
}

/** Keeps the top of the list current; an error together with a loaded list means that the list is old. */
export const newestQuery = (filter: Filter) =>
  queryOptions<FundPage, ApiError>({
    queryKey: headKey(filter),
    refetchInterval: ASK_AGAIN_MS,
    refetchOnReconnect: true,
    queryFn: ({ client, signal }) => newestPage(filter, client, signal),
  });

/** The list. `newestQuery` creates it, and `fetchNextPage` extends it. */
export const listQuery = (filter: Filter) =>
  infiniteQueryOptions<FundPage, ApiError, List, ReturnType<typeof listKey>, string | null>({
    queryKey: listKey(filter),
    enabled: false,
    // Pages are compared by the rules module; comparing thousands of rows here would cost frames.
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
