// The team as server state. Figures and first pages are cached for offline use, with their time.
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import type { Output } from '#contract';
import { call } from '#api/client.ts';
import type { ApiError } from '#api/errors.ts';
import { type Dated, dated, keeping, cached } from '#api/queries.ts';
import type { Level } from '#rules/team.ts';

/** Keeps an open page up to date without being touched. */
const ASK_AGAIN_MS = 60_000;
const LIMIT = '50';
const EARNINGS_LIMIT = '20';

const MEMBERS = 'GET /api/user/invites';
const EARNINGS = 'GET /api/user/earnings';
const RECEIPT = 'GET /api/user/earnings/receipt';

export const infoQuery = () => cached('GET /api/user/info');
export const indexQuery = () => cached('GET /api/index');
export const raceConfigQuery = () => cached('GET /api/game/config');
export const levelsQuery = () => ({ ...cached('GET /api/user/levels'), refetchInterval: ASK_AGAIN_MS });

export type MemberPage = Dated<Output<'GET /api/user/invites'>>;
type EarningPage = Dated<Output<'GET /api/user/earnings'>>;

/** The counters; they come with the members, and one member is enough here. */
export const summaryQuery = () => ({
  ...cached(MEMBERS, { limit: '1' }),
  refetchInterval: ASK_AGAIN_MS,
});

interface Page {
  nextCursor: string | null;
}

interface ListOf<T extends object> {
  key: readonly [string, 'all', object];
  ask: (cursor: { cursor?: string }, signal: AbortSignal) => Promise<T>;
  /** These cache the first page for offline use. */
  keep: boolean;
}

/** A list that grows by pages at its end. When reopened after a while, it starts with its first page. */
const listQuery = <T extends Page>({ key, ask, keep }: ListOf<T>) =>
  infiniteQueryOptions<T, ApiError, InfiniteData<T, string | null>, ListOf<T>['key'], string | null>({
    queryKey: key,
    staleTime: 30_000,
    gcTime: 30_000,
    refetchOnWindowFocus: false,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== null) return ask({ cursor: pageParam }, signal);
      if (!keep) return ask({}, signal);
      const shown = (old: T) => ({ pages: [old], pageParams: [null] });
      return keeping({ key, ask: () => ask({}, signal), shown });
    },
  });

interface MemberFilter {
  level?: Level;
  search?: string;
}

export const membersQuery = ({ level, search }: MemberFilter) => {
  const filter = { ...(level && { level: `${level}` as const }), ...(search !== undefined && { search }) };
  return listQuery<MemberPage>({
    key: [MEMBERS, 'all', filter],
    ask: (cursor, signal) =>
      call(MEMBERS, { ...filter, ...cursor, limit: LIMIT }, { signal, backOff: true }).then(dated),
    keep: search === undefined,
  });
};

export const earningsQuery = () =>
  listQuery<EarningPage>({
    key: [EARNINGS, 'all', {}],
    ask: (cursor, signal) =>
      call(EARNINGS, { ...cursor, limit: EARNINGS_LIMIT }, { signal, backOff: true }).then(dated),
    keep: true,
  });

/** Earnings by source on each of the last 30 days. */
export const daysQuery = () => cached('GET /api/user/earnings/days');

export const receiptQuery = (entry: string) =>
  listQuery<Output<'GET /api/user/earnings/receipt'>>({
    key: [RECEIPT, 'all', { entry }],
    ask: (cursor, signal) =>
      call(RECEIPT, { entry, ...cursor, limit: EARNINGS_LIMIT }, { signal, backOff: true }),
    keep: false,
  });
