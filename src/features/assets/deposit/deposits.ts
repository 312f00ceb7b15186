// The deposits of the signed-in account that are on their way: kept on the device, so that a page that was closed half-way
// shows them again; gone once credited or put away, and when another account signs in here.
import { sameAddress } from '#rules/addresses.ts';
import { atom } from 'jotai';
import { kvDeleteMany, kvEntries, kvGet, kvUpdate } from '#lib/kv.ts';
import { onSessionEnd, walletAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import type { Deposit } from './deposit.rules.ts';

const AREA = 'deposits.';
const keyOf = (owner: string): string => AREA + owner.toLowerCase();
const isOwn = ({ owner }: Deposit): boolean => sameAddress(owner, read(walletAtom).address);

/** Newest first, with those that were credited during this visit. */
export const depositsAtom = atom<readonly Deposit[]>([]);

onSessionEnd(() => write(depositsAtom, []));

const byId = (list: readonly Deposit[], id: string) => list.find((one) => one.id === id);

/** The list on the device follows; a browser without a database keeps it in memory alone. */
async function store(owner: string, change: (old: Deposit[]) => Deposit[]): Promise<void> {
  await kvUpdate<Deposit[]>(keyOf(owner), (old) => change(old ?? [])).catch(() => undefined);
}

/** Brings back what was kept for this account, and deletes what is another's. */
export async function recallDeposits(): Promise<void> {
  const { address } = read(walletAtom);
  if (!address) return;
  try {
    const all = await kvEntries<unknown>();
    const foreign = all.map(([key]) => key).filter((key) => key.startsWith(AREA) && key !== keyOf(address));
    if (foreign.length > 0) await kvDeleteMany(foreign);
    const stored = ((await kvGet<Deposit[]>(keyOf(address))) ?? []).filter(isOwn);
    const shown = read(depositsAtom);
    const fresh = stored.filter(({ id }) => !byId(shown, id));
    if (fresh.length > 0)
      write(
        depositsAtom,
        [...shown, ...fresh].toSorted((a, b) => b.sentAt - a.sentAt),
      );
  } catch {
    // Nothing was kept where nothing can be read.
  }
}

/** A deposit that has just left the wallet; it is shown when its account is still the one that is signed in. */
export async function addDeposit(deposit: Deposit): Promise<void> {
  if (isOwn(deposit)) write(depositsAtom, [deposit, ...read(depositsAtom)]);
  await store(deposit.owner, (old) => [deposit, ...old]);
}

/** What the node has told about it since. */
export async function changeDeposit(id: string, patch: Partial<Deposit>): Promise<void> {
  const change = (list: readonly Deposit[]) =>
    list.map((one) => (one.id === id ? { ...one, ...patch } : one));
  const deposit = byId(read(depositsAtom), id);
  if (!deposit) return;
  write(depositsAtom, change(read(depositsAtom)));
  await store(deposit.owner, change);
}

/** It is credited: nothing has to be brought back after a reload, but this visit goes on showing it. */
export async function settleDeposit(id: string): Promise<void> {
  const deposit = byId(read(depositsAtom), id);
  if (deposit) await store(deposit.owner, (old) => old.filter((one) => one.id !== id));
}

/** The person needs it no more. */
export async function putAway(id: string): Promise<void> {
  await settleDeposit(id);
  write(
    depositsAtom,
    read(depositsAtom).filter((one) => one.id !== id),
  );
}
