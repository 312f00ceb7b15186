// The team as server state. Figures and first pages are kept for the time without a network, with the moment they are of.
import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { Output } from '#contract';
import { call } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import { lastUnder, orLast } from '#api/last.ts';
import { kept, queryClient } from '#api/queries.ts';
import { serverNow } from '#lib/time.ts';
import type { Level } from './team.rules.ts';

/** A page that stays open follows the team without being touched. */
const ASK_AGAIN_MS = 60_000;
const LIMIT = '50';
const EARNINGS_LIMIT = '20';

const MEMBERS = 'team members';
const EARNINGS = 'team earnings';

/** Asked anew whenever the page opens, so that code and rules are kept even when another page has just asked for them. */
const always = { refetchOnMount: 'always' } as const;
export const infoQuery = () => ({ ...kept('GET /api/user/info'), ...always });
export const indexQuery = () => ({ ...kept('GET /api/index'), ...always });
export const levelsQuery = () => ({ ...kept('GET /api/user/levels'), refetchInterval: ASK_AGAIN_MS });

/** An answer with the moment (server's clock, ISO) in which it was true. */
type Dated<T> = T & { asOf: string };
export type MemberPage = Dated<Output<'GET /api/user/invites'>>;
export type EarningPage = Dated<Output<'GET /api/user/earnings'>>;

const dated = async <T extends object>(answer: Promise<T>): Promise<Dated<T>> => ({
  ...(await answer),
  asOf: new Date(serverNow()).toISOString(),
});

/** Shows `old` where nothing has come yet, as old as can be. */
const showOld = (client: QueryClient, key: QueryKey, old: unknown): void => {
  if (client.getQueryData(key) === undefined) client.setQueryData(key, old, { updatedAt: 0 });
};

const SUMMARY = ['GET /api/user/invites', { limit: '1' }] as const;

/** The counters; they come with the members, of whom one is enough here. */
export const summaryQuery = () =>
  queryOptions<MemberPage, ApiError>({
    queryKey: SUMMARY,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnReconnect: true,
    queryFn: async ({ client, signal }) => {
      const last = lastUnder<MemberPage>('team summary');
      const ask = () => dated(call(...SUMMARY, { signal }));
      const data = await orLast(ask, last, (old) => showOld(client, SUMMARY, old));
      void last.keep(data);
      return data;
    },
  });

interface Page {
  nextCursor: string | null;
}

interface ListOf<T> {
  key: readonly [string, object];
  ask: (cursor: { cursor?: string }, signal: AbortSignal) => Promise<T>;
  /** The first page is kept for the time without a network. */
  keep: boolean;
}

/** A list that grows by pages at its end. Looked at again after a while, it starts with its first page. */
const listQuery = <T extends Page>({ key, ask, keep }: ListOf<T>) =>
  infiniteQueryOptions<T, ApiError, InfiniteData<T, string | null>, ListOf<T>['key'], string | null>({
    queryKey: key,
    staleTime: 30_000,
    gcTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    queryFn: async ({ client, pageParam, signal }) => {
      if (pageParam !== null) return ask({ cursor: pageParam }, signal);
      if (!keep) return ask({}, signal);
      const last = lastUnder<T>(JSON.stringify(key));
      const page = await orLast(
        () => ask({}, signal),
        last,
        (old) => showOld(client, key, { pages: [old], pageParams: [null] }),
      );
      void last.keep(page);
      return page;
    },
  });

export interface MemberFilter {
  level?: Level;
  search?: string;
}

export const membersQuery = ({ level, search }: MemberFilter) => {
  const filter = { ...(level && { level: `${level}` as const }), ...(search !== undefined && { search }) };
  return listQuery<MemberPage>({
    key: [MEMBERS, filter],
    ask: (cursor, signal) =>
      dated(call('GET /api/user/invites', { ...filter, ...cursor, limit: LIMIT }, { signal })),
    keep: search === undefined,
  });
};

export const earningsQuery = () =>
  listQuery<EarningPage>({
    key: [EARNINGS, {}],
    ask: (cursor, signal) =>
      dated(call('GET /api/user/earnings', { ...cursor, limit: EARNINGS_LIMIT }, { signal })),
    keep: true,
  });

export const receiptQuery = (entry: string) =>
  listQuery<Output<'GET /api/user/earnings/receipt'>>({
    key: ['team receipt', { entry }],
    ask: (cursor, signal) =>
      call('GET /api/user/earnings/receipt', { entry, ...cursor, limit: EARNINGS_LIMIT }, { signal }),
    keep: false,
  });

/** Something was paid: what shows it is asked for again. */
export const refreshEarnings = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: SUMMARY }),
    queryClient.invalidateQueries({ queryKey: [EARNINGS] }),
  ]);

/** By hand: everything that the page shows. */
export const refreshTeam = (): Promise<unknown> =>
  Promise.all([
    refreshEarnings(),
    queryClient.invalidateQueries({ queryKey: ['GET /api/user/levels'] }),
    queryClient.invalidateQueries({ queryKey: [MEMBERS] }),
  ]);
