// What the home page asks for. Guests' figures are kept over visits, so that there is something to see without a network.
import type { Output } from '#contract';
import { query, refresh } from '#api/queries.ts';
import { local } from '#lib/storage.ts';

export type Index = Output<'GET /api/index'>;
type Totals = Index['totals'];

export const indexQuery = () => query('GET /api/index');
export const minerQuery = () => query('GET /api/mining/index');
export const limitsQuery = () => ({ ...query('GET /api/user/limits'), staleTime: 10 * 60_000 });
export const configQuery = () => ({ ...query('GET /api/mining/config'), staleTime: 10 * 60_000 });

/** While a verification is looked at, the verdict is waited for: quick enough to seem to come by itself. */
const WAITING_MS = 2000;

export const userQuery = () => ({
  ...query('GET /api/user/info'),
  refetchInterval: ({ state }: { state: { data?: Output<'GET /api/user/info'> | undefined } }) =>
    state.data?.kyc === 'submitted' ? WAITING_MS : (false as const),
});

export const minerMoved = (): Promise<unknown> => refresh('GET /api/assets/list', 'GET /api/user/info');

const KEY = 'lastTotals';

export interface Kept {
  totals: Totals;
  asOf: string;
}

export const keepTotals = ({ totals, serverTime }: Index): void =>
  local.setItem(KEY, JSON.stringify({ totals, asOf: serverTime } satisfies Kept));

/** The figures of the last visit; null when there are none that can be read. */
export function keptTotals(): Kept | null {
  try {
    const kept = JSON.parse(local.getItem(KEY) ?? '') as Partial<Kept>;
    return typeof kept.totals?.produced === 'string' && typeof kept.asOf === 'string' ? (kept as Kept) : null;
  } catch {
    return null;
  }
}
