// The outbox in the page: what is queued and for whom, when it is sent, and what a user does with it: act, cancel,
// retry, leave.
import { atom } from 'jotai';
import type { Output } from '#contract';
import { CODES } from '#contract/codes.ts';
import { wireLanguage } from '#contract/languages.ts';
import { waitAfter } from '#lib/back-off.ts';
import { uuid } from '#lib/ids.ts';
import { currentLanguage } from '#lib/locale.ts';
import { keepForGood } from '#lib/persist.ts';
import { addressAtom, tokenAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { isServerTime, serverNow } from '#lib/time.ts';
import { signedIn } from './client.ts';
import { type ApiError, refusal, reportExpired } from './errors.ts';
import {
  add,
  addSending,
  again,
  cancel,
  discard,
  drop,
  EMPTY,
  find,
  forget,
  isOver,
  isWaiting,
  mute,
  type Outbox,
  type OutboxItem,
  type QueueableCall,
  visibleTo,
} from './outbox.rules.ts';
import {
  changeOutbox,
  cleaned,
  drain,
  drainAlone,
  type DrainDeps,
  type Drained,
  dropOutboxToken,
  editOutbox,
  forgetOutboxToken,
  ifNobodySends,
  onOutbox,
  outboxOwner,
  outboxTokenFor,
  readOutbox,
} from './outbox.ts';

interface Known {
  box: Outbox;
  /** The account whose actions can be sent without a session. */
  owner: string | undefined;
}

const knownAtom = atom<Known>({ box: EMPTY, owner: undefined });
const watchedAtom = atom<ReadonlySet<string>>(new Set<string>());

/** The signed-in account's actions, except those whose result is being awaited on screen. Empty for a guest. */
export const outboxAtom = atom((get): OutboxItem[] => {
  const address = get(addressAtom);
  const watched = get(watchedAtom);
  return address === null ? [] : visibleTo(get(knownAtom).box, address).filter(({ id }) => !watched.has(id));
});

/** What a guest may know: how many actions are queued, and how many of them need a sign-in. */
export const unsentAtom = atom((get) => {
  if (get(addressAtom) !== null) return { waiting: 0, forSignIn: 0 };
  const { box, owner } = get(knownAtom);
  const waiting = visibleTo(box, null).filter(isWaiting);
  return { waiting: waiting.length, forSignIn: waiting.filter(({ address }) => address !== owner).length };
});

const LOOK_AGAIN_MS = 5000;
let lookAgain: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads the record again. A store that is slow to open is not an empty outbox: the known state stays, and the read is
 * retried.
 */
async function look(): Promise<void> {
  try {
    const box = await readOutbox();
    write(knownAtom, { box, owner: await outboxOwner() });
  } catch {
    clearTimeout(lookAgain);
    lookAgain = setTimeout(() => void look(), LOOK_AGAIN_MS);
  }
}

/** Settles once the stored record is known. */
export const outboxRead: Promise<void> = look();
onOutbox(() => void look());

const hasItems = (address: string): boolean =>
  read(knownAtom).box.items.some((item) => item.address === address);

/** An action whose result is shown where the action was started. */
export const isWatched = (id: string): boolean => read(watchedAtom).has(id);

async function watching<T extends { kind: string }>(id: string, work: () => Promise<T>): Promise<T> {
  const leave = () => write(watchedAtom, new Set([...read(watchedAtom)].filter((each) => each !== id)));
  write(watchedAtom, new Set([...read(watchedAtom), id]));
  let waits = true;
  try {
    const acted = await work();
    waits = acted.kind === 'queued';
    return acted;
  } finally {
    // The known state of an ended action may be outdated, and would look like one that ended unseen.
    if (waits) leave();
    else void look().then(leave);
  }
}

// When the page sends: one drain at a time, again after a growing pause, and by the worker once the page is closed.

interface Waiter {
  /** The answer arrived for the right account: it is shown where it is awaited, and nowhere else. */
  isAnswered: boolean;
  answer(item: OutboxItem): void;
}

/** Callers on this page waiting for an action's result, by its id. */
const waiters = new Map<string, Waiter>();

/** Consecutive failures. */
let failures = 0;
/** Until this time (performance.now), the server does not want requests. */
let notBefore = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const deps: DrainDeps = {
  now: serverNow,
  isServerTime,
  isOnline: () => navigator.onLine,
  tokenFor: async (address) => {
    const isMine = read(addressAtom) === address;
    return (isMine && read(tokenAtom)) || (await outboxTokenFor(address)) || (isMine ? resumed() : undefined);
  },
  tokenRefused: async (token, message) => {
    if (token === read(tokenAtom)) reportExpired(refusal(CODES.session_expired.code, message, null));
    else await dropOutboxToken(token);
    void look();
  },
  isAwaited: ({ id, address }) => {
    const waiter = read(addressAtom) === address ? waiters.get(id) : undefined;
    if (waiter) waiter.isAnswered = true;
    return waiter !== undefined;
  },
  onEnd: (item) => {
    failures = 0;
    waiters.get(item.id)?.answer(item);
  },
};

/** The token of a device that stays signed in, when the outbox token has expired. */
async function resumed(): Promise<string | undefined> {
  await signedIn().catch(() => undefined);
  return read(tokenAtom) || undefined;
}

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Where the browser supports it, the worker sends what is left after this page is closed. */
async function askWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration && 'sync' in registration) await (registration.sync as SyncManager).register('outbox');
}

function drainIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void drainNow().catch(() => undefined), ms);
}

function tryLater(afterMs: number): void {
  failures += 1;
  notBefore = performance.now() + afterMs;
  drainIn(waitAfter(failures, afterMs));
}

/** Runs a drain, and schedules the next one if something is left. */
async function run(work: () => Promise<Drained>): Promise<Drained> {
  clearTimeout(timer);
  const drained = await work().catch((error: unknown) => {
    // A device that is slow or full now may recover later.
    tryLater(0);
    throw error;
  });
  if (drained.stop === 'empty' || drained.stop === 'sign_in') return drained;
  askWorker().catch(() => undefined);
  if (drained.stop === 'later') tryLater(drained.afterMs);
  return drained;
}

const NOTHING_LEFT: Drained = { stop: 'empty', afterMs: 0 };

async function drainBox(): Promise<Drained> {
  if ((await readOutbox()).items.length === 0) return NOTHING_LEFT;
  return drain(deps);
}

let last: Promise<unknown> = Promise.resolve();
let underWay = 0;

/** Runs drains one after another within this page; the record's lock keeps other tabs and the worker out. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  const mine = last.then(work).finally(() => (underWay -= 1));
  last = mine.catch(() => undefined);
  return mine;
}

let next: Promise<Drained> | undefined;

/**
 * Sends what is queued. A caller during a drain gets the run after it, which includes what the caller added.
 * @throws where storage is forbidden or full.
 */
export function drainNow(): Promise<Drained> {
  next ??= inTurn(() => {
    next = undefined;
    return run(drainBox);
  });
  return next;
}

/** The same, for when something has happened that may help, unless the server asked for more time. */
export function drainSoon(): void {
  const early = notBefore - performance.now();
  if (early > 0) drainIn(early);
  else drainNow().catch(() => undefined);
}

interface Adding {
  item: OutboxItem;
  isGivenUp: () => boolean;
  /** It is in the record: this item, or the same intent that was already there. */
  onStored: (item: OutboxItem) => void;
}

/**
 * Adds an action and sends it in one write if nobody is sending at the moment; returns undefined if somebody is. A
 * browser that dies in between leaves it as `sending` without a sender, and the next sender puts it back.
 */
const addAndSend = ({ item, isGivenUp, onStored }: Adding): Promise<Drained | undefined> =>
  ifNobodySends(async () => {
    const stored = await changeOutbox((box) =>
      isGivenUp() ? [box, undefined] : addSending(cleaned(box, deps), item),
    );
    if (!stored) return NOTHING_LEFT;
    onStored(stored);
    if (stored.id !== item.id) return NOTHING_LEFT;
    return run(() => drainAlone(deps, stored.state === 'sending' ? stored : undefined));
  });

/** Adds an action and sends what is queued. @throws if storage is forbidden or full */
async function addAndDrain(adding: Adding): Promise<Drained> {
  const sent = underWay === 0 && navigator.onLine ? await inTurn(() => addAndSend(adding)) : undefined;
  if (sent) return sent;
  const { item, isGivenUp, onStored } = adding;
  const stored = await changeOutbox((box) => (isGivenUp() ? [box, undefined] : add(box, item)));
  if (!stored) return NOTHING_LEFT;
  onStored(stored);
  return stored.id === item.id ? drainNow() : NOTHING_LEFT;
}

// What a user does.

export type Acted<K extends QueueableCall> =
  /** `direct`: this device could not store it, but it was sent. */
  | { kind: 'done'; data: Output<K>; direct?: true }
  | { kind: 'refused'; error: ApiError }
  /** It is queued under `id`. `known`: it already was; `forSignIn`: the session has ended. */
  | { kind: 'queued'; id: string; known: boolean; forSignIn: boolean }
  /** It could not be stored. `unsure`: it was sent, and no answer came; otherwise it was not sent. */
  | { kind: 'not_stored'; unsure?: true }
  /** By now, another account or none is signed in: the owner learns of the result on return. */
  | { kind: 'left' };

/** Longer than a healthy server takes; nobody has to wait longer than this. */
const PATIENCE_MS = 15_000;
/** A device that has not stored an action by then is treated as unable to store anything. */
const STORED_WITHIN_MS = 3000;
const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

function outcome<K extends QueueableCall>({ state, result, reason }: OutboxItem): Acted<K> {
  if (state === 'done') return { kind: 'done', data: result as Output<K> };
  const { code = 0, message = '', data = null } = reason ?? {};
  return { kind: 'refused', error: refusal(code, message, data) };
}

/** Removes actions that have ended and were seen. */
export const removeEnded = (ids: readonly string[]): Promise<void> => editOutbox((box) => forget(box, ids));

async function attempt<K extends QueueableCall>(item: OutboxItem): Promise<Acted<K>> {
  const { id, address } = item;
  let isGivenUp = false;
  const answer = Promise.withResolvers<OutboxItem>();
  const waiter: Waiter = { isAnswered: false, answer: answer.resolve };
  waiters.set(id, waiter);
  const storing = Promise.withResolvers<OutboxItem>();
  const drained = addAndDrain({ item, isGivenUp: () => isGivenUp, onStored: storing.resolve });
  drained.catch(storing.reject);
  try {
    const stored = await Promise.race([storing.promise.catch(() => undefined), after(STORED_WITHIN_MS)]);
    if (!stored) {
      isGivenUp = true;
      return { kind: read(addressAtom) === address ? 'not_stored' : 'left' };
    }
    if (stored.id !== id) return { kind: 'queued', id: stored.id, known: true, forSignIn: false };
    keepForGood('queued').catch(() => undefined);
    askWorker().catch(() => undefined);
    let forSignIn = false;
    const found = drained.then(async ({ stop }) => {
      forSignIn = stop === 'sign_in';
      return find(await readOutbox(), id);
    });
    const over = await Promise.race([answer.promise, found.catch(() => undefined), after(PATIENCE_MS)]);
    if (waiter.isAnswered) return outcome(await answer.promise);
    if (read(addressAtom) !== address) return { kind: 'left' };
    if (!over || !isOver(over)) return { kind: 'queued', id, known: false, forSignIn };
    // Another tab or the worker has sent it.
    await Promise.race([removeEnded([id]).catch(() => undefined), after(STORED_WITHIN_MS)]);
    return outcome(over);
  } finally {
    waiters.delete(id);
  }
}

/**
 * Performs an action that can be queued: it is stored, then sent, so that a lost answer or a killed browser leads to
 * exactly one effect. Whoever sends it, this returns the result, or that it is queued. `id` becomes its
 * Idempotency-Key.
 */
export async function act<K extends QueueableCall>(
  call: K,
  input: unknown,
  id = uuid(),
  amount?: string,
): Promise<Acted<K>> {
  const address = read(addressAtom);
  // A guest's action would wait forever.
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
    ...(amount !== undefined && { amount }),
  };
  return watching(id, () => attempt<K>(item as OutboxItem));
}

/** The action was answered without the outbox, which may contain it anyway: it need not be sent again. */
export const dropAnswered = (id: string): Promise<void> => editOutbox((box) => drop(box, id));

/** Cancels an action. False if it is being sent at the moment or has ended. */
export const takeBack = (id: string): Promise<boolean> => changeOutbox((box) => cancel(box, id));

/** Retries a refused action as a new one. */
export async function tryAgain(id: string): Promise<void> {
  await editOutbox((box) => again(box, id, uuid(), serverNow()));
  await drainNow();
}

/** A wallet's session has begun: its user may be notified of its actions again, and they are sent. */
export async function returnToOutbox(): Promise<void> {
  const address = read(addressAtom);
  if (address !== null && hasItems(address))
    await editOutbox((box) => mute(box, address, false)).catch(() => undefined);
  drainSoon();
}

/**
 * Before a user signs out: queued actions stay on the device without notifications, or are discarded. None is sent
 * until the user is back.
 */
export async function leaveOutbox(what: 'keep' | 'discard' = 'keep'): Promise<void> {
  const address = read(addressAtom);
  const change =
    address !== null && hasItems(address)
      ? editOutbox((box) => (what === 'discard' ? discard(box, address) : mute(box, address, true)))
      : undefined;
  const forgotten = address === null ? undefined : forgetOutboxToken(address);
  await Promise.all([forgotten, change?.catch(() => undefined)]);
  const looked = look();
  // The page must not show a guest what the account left behind.
  if (change) await looked;
}
