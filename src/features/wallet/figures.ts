// Keeps the stored wallet state (specification, section 3) in sync with the answers that it is taken from.
import type { Output } from '#contract';
import { queryClient } from '#api/queries.ts';
import { type WalletState, patchWallet, signedInAtom } from '#lib/session.ts';
import { BRAND } from '#lib/brand.ts';
import { read } from '#lib/store.ts';

type Patch = Partial<WalletState>;

const fromAssets = ({ items }: Output<'GET /api/assets/list'>): Patch => ({
  balance: items.find(({ coin }) => coin === BRAND.symbol)?.balance ?? '0',
  coinList: items.map(({ coin, balance }) => ({ coin, balance })),
});

const fromConfig = ({ rate, powerRate }: Output<'GET /api/mining/config'>): Patch => ({
  rate,
  powerRate,
});

const fromHashrate = ({ power }: Output<'GET /api/mining/power'>): Patch => ({ powerNumber: power });

/** The wallet's part of an answer; undefined for calls that have none. */
function patchOf(name: unknown, data: unknown): Patch | undefined {
  if (name === 'GET /api/assets/list') return fromAssets(data as Output<'GET /api/assets/list'>);
  if (name === 'GET /api/mining/config') return fromConfig(data as Output<'GET /api/mining/config'>);
  if (name === 'GET /api/mining/power') return fromHashrate(data as Output<'GET /api/mining/power'>);
  return undefined;
}

interface Known {
  queryKey: readonly unknown[];
  /** `dataUpdatedAt` is 0 for a cached answer, shown while there is no connection. */
  state: { data?: unknown; dataUpdatedAt: number };
}

/** A guest's zeros are not stored. A new coin list ends the need for a refresh. */
function keep({ queryKey: [name], state }: Known): void {
  if (!read(signedInAtom) || state.data === undefined) return;
  const patch = patchOf(name, state.data);
  if (!patch) return;
  const fresh = name === 'GET /api/assets/list' && state.dataUpdatedAt > 0;
  patchWallet(fresh ? { ...patch, needRefresh: false } : patch);
}

/** Takes what is already known and follows updates; returns a function that stops. */
export function followFigures(): () => void {
  const cache = queryClient.getQueryCache();
  for (const known of cache.getAll()) keep(known);
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query);
  });
}
