// What a person does with the outbox: act, take back, try again, leave.
import type { Output } from '#contract';
import { wireLanguage } from '#contract/languages.ts';
import { uuid } from '#lib/ids.ts';
import { currentLanguage } from '#lib/locale.ts';
import { keepForGood } from '#lib/persist.ts';
import { read } from '#lib/store.ts';
import { isServerTime, serverNow } from '#lib/time.ts';
import { type ApiError, refusal } from './errors.ts';
import {
  add,
  again,
  cancel,
  discard,
  find,
  forget,
  hush,
  isOver,
  type OutboxItem,
  type QueueableCall,
} from './outbox.rules.ts';
import { askWorker, drainNow, drainSoon, endOf } from './outbox-loop.ts';
import { addressAtom, hasItems, look, watching } from './outbox-state.ts';
import { forgetOutboxToken } from './outbox-token.ts';
import { changeOutbox, editOutbox, readOutbox } from './outbox.ts';

export type Acted<K extends QueueableCall> =
  /** `direct`: this device could not write it down, and it was sent all the same. */
  | { kind: 'done'; data: Output<K>; direct?: true }
  | { kind: 'refused'; error: ApiError }
  /** It waits under `id`. `known`: it did so before; `forSignIn`: the session has ended. */
  | { kind: 'queued'; id: string; known: boolean; forSignIn: boolean }
  /** It could not be written down. `unsure`: it was sent, and no answer came; else it was not sent. */
  | { kind: 'not_stored'; unsure?: true }
  /** Another account is here by now, or none: what became of it is told to who asked, once they are back. */
  | { kind: 'left' };

/** Longer than a good server takes; nobody is held up for longer than this. */
const PATIENCE_MS = 15_000;
/** A device that has not stored an action by then only holds people up: it counts as one that stores nothing. */
const WRITTEN_WITHIN_MS = 3000;
const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

function outcome<K extends QueueableCall>({ state, result, reason }: OutboxItem): Acted<K> {
  if (state === 'done') return { kind: 'done', data: result as Output<K> };
  const { code = 0, message = '', data = null } = reason ?? {};
  return { kind: 'refused', error: refusal(code, message, data) };
}

async function attempt<K extends QueueableCall>(item: OutboxItem): Promise<Acted<K>> {
  let givenUp = false;
  const written = changeOutbox((box) => (givenUp ? [box, undefined] : add(box, item)));
  const stored = await Promise.race([written.catch(() => undefined), after(WRITTEN_WITHIN_MS)]);
  if (!stored) {
    givenUp = true;
    return { kind: read(addressAtom) === item.address ? 'not_stored' : 'left' };
  }
  if (stored.id !== item.id) return { kind: 'queued', id: stored.id, known: true, forSignIn: false };
  keepForGood('queued').catch(() => undefined);
  const { ended, stop } = endOf(item.id);
  let forSignIn = false;
  const drained = drainNow().then(async (how) => {
    forSignIn = how.stop === 'sign_in';
    return find(await readOutbox(), item.id);
  });
  askWorker().catch(() => undefined);
  const over = await Promise.race([ended, drained.catch(() => undefined), after(PATIENCE_MS)]);
  stop();
  if (read(addressAtom) !== item.address) return { kind: 'left' };
  if (!over || !isOver(over)) return { kind: 'queued', id: item.id, known: false, forSignIn };
  const forgotten = editOutbox((box) => forget(box, [item.id])).catch(() => undefined);
  await Promise.race([forgotten, after(WRITTEN_WITHIN_MS)]);
  return outcome(over);
}

/**
 * Does something that may wait: it is written down, then sent, so that a lost answer or a killed browser ends in exactly one
 * effect. Whoever sends it, this tells what became of it, or that it waits. `id` becomes its Idempotency-Key.
 */
export async function act<K extends QueueableCall>(call: K, input: unknown, id = uuid()): Promise<Acted<K>> {
  const address = read(addressAtom);
  // Nobody's action would wait for ever.
  if (address === null) return { kind: 'not_stored' };
  const item = {
    id,
    call,
    input: (input ?? {}) as unknown,
    address,
    createdAt: serverNow(),
    ...(!isServerTime() && { clockUnsure: true }),
    lang: wireLanguage(currentLanguage()),
    state: 'pending',
    tries: 0,
  };
  return watching(id, () => attempt<K>(item as OutboxItem));
}

/** Takes an action back. False when it is being sent at this moment or has ended. */
export const takeBack = (id: string): Promise<boolean> => changeOutbox((box) => cancel(box, id));

/** A refused action once more, as a new one. */
export async function tryAgain(id: string): Promise<void> {
  await editOutbox((box) => again(box, id, uuid(), serverNow()));
  await drainNow();
}

/** What has ended and was seen. */
export const removeEnded = (ids: readonly string[]): Promise<void> => editOutbox((box) => forget(box, ids));

/** A wallet's session has begun: its actions may be told of again, and are sent. */
export async function returnToOutbox(): Promise<void> {
  const address = read(addressAtom);
  if (address !== null && hasItems(address))
    await editOutbox((box) => hush(box, address, false)).catch(() => undefined);
  drainSoon();
}

/**
 * Before a person leaves: what waits stays on the device without a word about it, or is thrown away. Nothing is sent for them
 * before they are back.
 */
export async function leaveOutbox(what: 'keep' | 'discard' = 'keep'): Promise<void> {
  const address = read(addressAtom);
  const change =
    address !== null && hasItems(address)
      ? editOutbox((box) => (what === 'discard' ? discard(box, address) : hush(box, address, true)))
      : undefined;
  const forgotten = address === null ? undefined : forgetOutboxToken(address);
  await Promise.all([forgotten, change?.catch(() => undefined)]);
  void look();
}
