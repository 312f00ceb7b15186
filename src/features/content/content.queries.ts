// Announcements as server state, by language. The first page of the list and every text read or prefetched are cached
// on the device for offline use; a search then looks through them.
import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import type { Output } from '#contract';
import { call } from '#api/client.ts';
import { type ApiError, isRefusal } from '#api/errors.ts';
import { type Last, orLast } from '#api/last.ts';
import { type Dated, dated } from '#api/queries.ts';
import type { Language } from '#contract/languages.ts';
import { currentLanguage } from '#lib/locale.ts';
import { lastIn } from './content.stored.ts';
import { readMarks } from './marks.ts';
import { searchRows } from './search.rules.ts';

const LIST = 'GET /api/article/list';
const DETAIL = 'GET /api/article/detail';
const ROWS = '20';
/** A text that was just read is not refetched. */
const READ_FOR_MS = 5 * 60_000;

type ArticlePage = Dated<Output<typeof LIST>>;
export type ArticleRow = ArticlePage['items'][number];
export type ArticleText = Dated<Output<typeof DETAIL>>;
type Pages = InfiniteData<ArticlePage, string | null>;

interface Keeping<T> {
  client: QueryClient;
  key: QueryKey;
  lang: Language;
  last: Last<T>;
  /** Converts an answer to what the page's query expects. */
  shown: (old: T) => unknown;
}

/**
 * Shows the cached answer while there is no new one, with the earliest possible time, so that it is refetched
 * wherever it is shown.
 */
async function keeping<T>(ask: () => Promise<T>, { client, key, lang, last, shown }: Keeping<T>): Promise<T> {
  const data = await orLast(ask, last, (old) => {
    if (client.getQueryData(key) === undefined) client.setQueryData(key, shown(old), { updatedAt: 0 });
  });
  // Requested in the language of that moment: after a switch, the answer would be in the wrong language.
  if (lang === currentLanguage()) void last.keep(data);
  return data;
}

const lastPage = (lang: Language) => lastIn<ArticlePage>(lang, 'articles');
export const lastText = (lang: Language, id: string) => lastIn<ArticleText>(lang, `article ${id}`);

const listKey = (lang: Language, search: string) => [LIST, 'all', lang, search] as const;

/** Every announcement that a list on this page has shown. */
const listed = (client: QueryClient, lang: Language): ArticleRow[] =>
  client
    .getQueriesData<Pages>({ queryKey: [LIST, 'all', lang] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ items }) => items);

/** A search without the server: through listed announcements, the cached page of the list, and opened texts. */
function searchStored(client: QueryClient, lang: Language, search: string): Last<ArticlePage> {
  return {
    keep: async () => undefined,
    recall: async () => {
      const page = await lastPage(lang).recall();
      const { ids } = await readMarks();
      const texts = await Promise.all(ids.map((id) => lastText(lang, id).recall()));
      const opened = texts.filter((text) => text !== undefined);
      const rows = [...listed(client, lang), ...(page?.items ?? []), ...opened];
      if (rows.length === 0) return undefined;
      return dated({ items: searchRows(rows, search), nextCursor: null, ...(page && { asOf: page.asOf }) });
    },
  };
}

/** All of them, or those that match a search. */
export const listQuery = (lang: Language, search = '') =>
  infiniteQueryOptions<ArticlePage, ApiError, Pages, ReturnType<typeof listKey>, string | null>({
    queryKey: listKey(lang, search),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal, client, queryKey: key }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const asked = { limit: ROWS, ...(search && { search }), ...cursor };
      const ask = async () => dated(await call(LIST, asked, { signal, backOff: true }));
      if (pageParam !== null) return ask();
      const shown = (old: ArticlePage): Pages => ({ pages: [old], pageParams: [null] });
      const last = search ? searchStored(client, lang, search) : lastPage(lang);
      return keeping(ask, { client, key, lang, last, shown });
    },
  });

export const textQuery = (lang: Language, id: string) =>
  queryOptions<ArticleText, ApiError>({
    queryKey: [DETAIL, { id }, lang],
    staleTime: READ_FOR_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, client, queryKey: key }) => {
      const last = lastText(lang, id);
      try {
        const ask = async () => dated(await call(DETAIL, { id }, { signal, backOff: true }));
        return await keeping(ask, { client, key, lang, last, shown: (old) => old });
      } catch (error) {
        if (isRefusal(error, 'not_found')) void last.forget();
        throw error;
      }
    },
  });

/** The announcement as the list shows it, if a list is loaded. */
export const listedRow = (client: QueryClient, lang: Language, id: string): ArticleRow | undefined =>
  listed(client, lang).find((row) => row.id === id);
