// The signed-in account's pending deposits, stored so that a page reloaded half-way, or closed on a device that stays
// signed in, shows them again. They are dropped once credited or dismissed, when the account signs out
// (src/api/last.ts), and when another account signs in here.
import { sameAddress } from '#rules/addresses.ts';
import { atom } from 'jotai';
import { DEPOSITS } from '#api/last.ts';
import { forgetOthers, ownGet, ownUpdate } from '#lib/own-store.ts';
import { onSessionEnd, walletAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import type { Deposit } from './deposit.rules.ts';

const keyOf = (owner: string): string => DEPOSITS + owner.toLowerCase();
const isOwn = ({ owner }: Deposit): boolean => sameAddress(owner, read(walletAtom).address);

/** Newest first, including those credited during this visit. */
export const depositsAtom = atom<readonly Deposit[]>([]);

onSessionEnd(() => write(depositsAtom, []));

const byId = (list: readonly Deposit[], id: string) => list.find((one) => one.id === id);

/** Updates the list on the device; without a database, it is kept only in memory. */
async function store(owner: string, change: (old: Deposit[]) => Deposit[]): Promise<void> {
  await ownUpdate<Deposit[]>(keyOf(owner), (old) => change(old ?? [])).catch(() => undefined);
}

/** Restores what was stored for this account, and deletes what belongs to another. */
export async function recallDeposits(): Promise<void> {
  const { address } = read(walletAtom);
  if (!address) return;
  await forgetOthers(DEPOSITS, keyOf(address)).catch(() => undefined);
  try {
    const stored = ((await ownGet<Deposit[]>(keyOf(address))) ?? []).filter(isOwn);
    const shown = read(depositsAtom);
    const fresh = stored.filter(({ id }) => !byId(shown, id));
    if (fresh.length > 0)
      write(
        depositsAtom,
        [...shown, ...fresh].toSorted((a, b) => b.sentAt - a.sentAt),
      );
  } catch {
    // Nothing was stored where nothing can be read.
  }
}

/** A deposit that has just left the wallet; it is shown if its account is still signed in. */
export async function addDeposit(deposit: Deposit): Promise<void> {
  if (isOwn(deposit)) write(depositsAtom, [deposit, ...read(depositsAtom)]);
  await store(deposit.owner, (old) => [deposit, ...old]);
}

/** Stores what the node has since reported about it. */
export async function changeDeposit(id: string, patch: Partial<Deposit>): Promise<void> {
  const change = (list: readonly Deposit[]) =>
    list.map((one) => (one.id === id ? { ...one, ...patch } : one));
  const deposit = byId(read(depositsAtom), id);
  if (!deposit) return;
  write(depositsAtom, change(read(depositsAtom)));
  await store(deposit.owner, change);
}

/** It is credited: it need not be restored after a reload, but is still shown during this visit. */
export async function settleDeposit(id: string): Promise<void> {
  const deposit = byId(read(depositsAtom), id);
  if (deposit) await store(deposit.owner, (old) => old.filter((one) => one.id !== id));
}

/** The user no longer needs it. */
export async function putAway(id: string): Promise<void> {
  await settleDeposit(id);
  write(
    depositsAtom,
    read(depositsAtom).filter((one) => one.id !== id),
  );
}
