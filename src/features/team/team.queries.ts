// The team as server state. Figures and first pages are cached for offline use, with their time.
import type { Output } from '#contract';
import { type Dated, cached, cachedPages } from '#api/queries.ts';
import type { Level } from '#rules/team.ts';

/** Keeps an open page up to date without being touched. */
const ASK_AGAIN_MS = 60_000;
const LIMIT = '50';
const EARNINGS_LIMIT = '20';

const MEMBERS = 'GET /api/user/invites';

export const levelsQuery = () => ({ ...cached('GET /api/user/levels'), refetchInterval: ASK_AGAIN_MS });

export type MemberPage = Dated<Output<typeof MEMBERS>>;

/** The counters; they come with the members, and one member is enough here. */
export const summaryQuery = () => ({
  ...cached(MEMBERS, { limit: '1' }),
  refetchInterval: ASK_AGAIN_MS,
});

/** When reopened after a while, a list starts with its first page. */
const REOPENED = { staleTime: 30_000, gcTime: 30_000, refetchOnWindowFocus: false };

interface MemberFilter {
  level?: Level;
  search?: string;
}

/** What somebody searched for is not stored. */
export const membersQuery = ({ level, search }: MemberFilter) => {
  const filter = { ...(level && { level: `${level}` as const }), ...(search !== undefined && { search }) };
  return { ...cachedPages(MEMBERS, { ...filter, limit: LIMIT }, search === undefined), ...REOPENED };
};

export const earningsQuery = () => ({
  ...cachedPages('GET /api/user/earnings', { limit: EARNINGS_LIMIT }),
  ...REOPENED,
});

export const receiptQuery = (entry: string) => ({
  ...cachedPages('GET /api/user/earnings/receipt', { entry, limit: EARNINGS_LIMIT }, false),
  ...REOPENED,
});
