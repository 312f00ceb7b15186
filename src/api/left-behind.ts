// What a window leaves behind when it is merely closed: its session ends unnoticed. Its figures end with it
// (lib/own-store.ts); the next window deletes the rest: the outbox token, figures from when the device stayed signed
// in, and a wallet's pairing. Windows tell each other by locks which accounts are signed in; a lock ends with its window.
import { addressAtom, deviceAtom, walletAtom } from '#lib/session.ts';
import { forgetPairing } from '#lib/pairing-data.ts';
import { read, store } from '#lib/store.ts';
import { forgetAbsent } from './last.ts';
import { forgetOutboxToken, outboxOwner, readOutbox } from './outbox.ts';

const LOCK = 'account ';

const held = new Set<string>();

/** Held for as long as the window lives: what belongs to a session that has ended here is gone already. */
function hold(): void {
  const account = read(addressAtom);
  if (account === null || held.has(account)) return;
  held.add(account);
  navigator.locks
    .request(LOCK + account, { mode: 'shared' }, () => new Promise(() => undefined))
    .catch(() => undefined);
}

/**
 * The token that, without a window, sends queued actions and asks for reminders stays while there is anything to send
 * or to remind of.
 */
async function forgetToken(isHere: (account: string) => boolean, reminds: boolean): Promise<void> {
  const owner = await outboxOwner();
  if (owner === undefined || isHere(owner) || reminds) return;
  const { items } = await readOutbox();
  if (!items.some(({ address }) => address === owner)) await forgetOutboxToken(owner);
}

/** Deletes what belongs to accounts that are open in no window and that this device does not remember. */
async function forgetOthers(reminds: boolean): Promise<void> {
  const { held: locks = [], pending = [] } = await navigator.locks.query();
  const names = new Set([...locks, ...pending].map(({ name }) => name));
  const remembered = read(deviceAtom)?.address.toLowerCase();
  const isHere = (account: string) =>
    names.has(LOCK + account) || account === remembered || account === read(addressAtom);
  const isAnyoneHere =
    [...names].some((name) => name?.startsWith(LOCK)) ||
    remembered !== undefined ||
    read(addressAtom) !== null;
  await Promise.all([forgetAbsent(isHere), forgetToken(isHere, reminds), !isAnyoneHere && forgetPairing()]);
}

/** `reminds`: this device shows reminders. Returns a function that stops watching. */
export function watchLeftBehind(reminds: boolean): () => void {
  if (!('locks' in navigator)) return () => undefined;
  hold();
  forgetOthers(reminds).catch(() => undefined);
  return store.sub(walletAtom, hold);
}
