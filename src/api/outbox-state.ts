// The outbox as state of the page: what waits, for whom, and what somebody here is waiting for. It follows the record, whoever
// changes it.
import { atom } from 'jotai';
import { tokenAtom, walletAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { EMPTY, isWaiting, type Outbox, type OutboxItem, visibleTo } from './outbox.rules.ts';
import { outboxOwner } from './outbox-token.ts';
import { onOutbox, readOutbox } from './outbox.ts';

interface Known {
  box: Outbox;
  /** Whose actions can be sent without a session. */
  owner: string | undefined;
}

const knownAtom = atom<Known>({ box: EMPTY, owner: undefined });
const watchedAtom = atom<ReadonlySet<string>>(new Set<string>());

/** The signed-in account, in lower case; null for a guest. */
export const addressAtom = atom((get) =>
  get(tokenAtom) === null ? null : get(walletAtom).address.toLowerCase(),
);

/** The signed-in account's actions, without those that this page is sending while somebody looks. Empty for a guest. */
export const outboxAtom = atom((get): OutboxItem[] => {
  const address = get(addressAtom);
  const watched = get(watchedAtom);
  return address === null ? [] : visibleTo(get(knownAtom).box, address).filter(({ id }) => !watched.has(id));
});

/** What a guest may know: how many actions wait, and how many of them for a sign-in. */
export const unsentAtom = atom((get) => {
  if (get(addressAtom) !== null) return { waiting: 0, forSignIn: 0 };
  const { box, owner } = get(knownAtom);
  const waiting = visibleTo(box, null).filter(isWaiting);
  return { waiting: waiting.length, forSignIn: waiting.filter(({ address }) => address !== owner).length };
});

const LOOK_AGAIN_MS = 5000;

/** Reads the record anew. A store that is slow to open is no empty outbox: what is known stays, and it is looked at again. */
export async function look(): Promise<void> {
  try {
    const box = await readOutbox();
    write(knownAtom, { box, owner: await outboxOwner() });
  } catch {
    clearTimeout(again);
    again = setTimeout(() => void look(), LOOK_AGAIN_MS);
  }
}
let again: ReturnType<typeof setTimeout> | undefined;

/** Settles once what was kept is known. */
export const outboxRead: Promise<void> = look();
onOutbox(() => void look());

export const hasItems = (address: string): boolean =>
  read(knownAtom).box.items.some((item) => item.address === address);

/** An action whose outcome is told where it was begun. */
export const isWatched = (id: string): boolean => read(watchedAtom).has(id);

export async function watching<T extends { kind: string }>(id: string, work: () => Promise<T>): Promise<T> {
  const leave = () => write(watchedAtom, new Set([...read(watchedAtom)].filter((each) => each !== id)));
  write(watchedAtom, new Set([...read(watchedAtom), id]));
  let waits = true;
  try {
    const acted = await work();
    waits = acted.kind === 'queued';
    return acted;
  } finally {
    // One that has ended may still be known as it was, and would be taken for one that has ended unseen.
    if (waits) leave();
    else void look().then(leave);
  }
}
