// The states of queued actions and the steps between them, as pure changes of the whole record (diagram in
// sw/README.md). Times are milliseconds on the server's clock. An action keeps its id, which is its Idempotency-Key,
// forever: only retrying after a refusal creates a new one.
import type { CallName, Calls, Input } from '#contract';
import { DAY_MS } from '#rules/days.ts';
import { SENDABLE_DAYS } from '#rules/figures.ts';

/** Calls that may be made without a network and sent later. */
export type QueueableCall = {
  [K in CallName]: Calls[K] extends { readonly queueable: true } ? K : never;
}[CallName];

/** Why the server refused. `expired` comes from this app: the action became too old to be sent. */
export interface Reason {
  code: number;
  name: string;
  message: string;
  data?: unknown;
}

/**
 * Why a queued claim had nothing to claim: its cycle was claimed before, in the app or on another device. A trial has
 * ended with it.
 */
export const isClaimedBefore = (reason: Reason | undefined): boolean =>
  reason?.name === 'mining_incomplete' || reason?.name === 'miner_not_activated';

export type State = 'pending' | 'sending' | 'failed' | 'done';

/** The states that a step applies to; `none` means not in the record. Items in other states stay unchanged. */
export const STEPS = {
  add: { from: ['none'], to: ['pending'] },
  addSending: { from: ['none'], to: ['pending', 'sending'] },
  take: { from: ['pending', 'sending'], to: ['sending'] },
  release: { from: ['pending', 'sending'], to: ['pending'] },
  recover: { from: ['sending'], to: ['pending'] },
  settle: { from: ['pending', 'sending'], to: ['done', 'failed'] },
  cancel: { from: ['pending'], to: ['none'] },
  forget: { from: ['done', 'failed'], to: ['none'] },
  tidy: { from: ['done', 'failed'], to: ['none'] },
  again: { from: ['failed'], to: ['pending'] },
  drop: { from: ['pending', 'sending', 'done', 'failed'], to: ['none'] },
  discard: { from: ['pending', 'sending', 'done', 'failed'], to: ['none'] },
} as const satisfies Record<string, { from: readonly (State | 'none')[]; to: readonly (State | 'none')[] }>;

const may = (step: keyof typeof STEPS, { state }: OutboxItem): boolean =>
  (STEPS[step].from as readonly string[]).includes(state);

/** Fields keep the names under which devices have stored them. */
interface Item<K extends QueueableCall> {
  id: string;
  /** The owner's address, in lower case. */
  address: string;
  call: K;
  input: Input<K>;
  createdAt: number;
  /** `createdAt` is by the device's clock: the server's time was not known yet. */
  clockUnsure?: boolean;
  /** The language for the server's messages about it, as in Accept-Language. */
  lang: string;
  state: State;
  /** How often sending was started. */
  tries: number;
  /** It was sent and no conclusive answer came: it may have been carried out. */
  unsure?: boolean;
  /** Muted: its owner signed out, and is not notified about it until they are back. */
  hushed?: boolean;
  /** Its owner was notified of the outcome. */
  told?: boolean;
  /**
   * Made from a reminder: the notification of the cycle that ended then (milliseconds on the server's clock) shows the
   * outcome, if the worker sends it.
   */
  remindedOf?: number;
  /** What its input only refers to, for its title: the amount of an order to redeem. */
  amount?: string;
  reason?: Reason;
  /** `data` of the reply. */
  result?: unknown;
  endedAt?: number;
}

export type OutboxItem = { [K in QueueableCall]: Item<K> }[QueueableCall];

export interface Outbox {
  v: 1;
  items: readonly OutboxItem[];
}

export const EMPTY: Outbox = { v: 1, items: [] };

/** How long the server remembers a key; an older action might count twice. */
export const SENDABLE_MS = SENDABLE_DAYS * DAY_MS;
/** How long a result waits to be seen, and a refusal to be handled. */
export const DONE_RETENTION_MS = DAY_MS;
export const FAILED_RETENTION_MS = 7 * DAY_MS;

export const isWaiting = ({ state }: OutboxItem): boolean => state === 'pending' || state === 'sending';
export const isOver = (item: OutboxItem): boolean => !isWaiting(item);

type Intent = Pick<OutboxItem, 'call' | 'input'>;

/**
 * Two stakes of the same amount are two intents; a second claim, start or redemption of the same order is the same
 * intent.
 */
export const sameIntent = (a: Intent, b: Intent): boolean =>
  a.call === b.call &&
  a.call !== 'POST /api/stake/stake' &&
  JSON.stringify(a.input) === JSON.stringify(b.input);

const only = (box: Outbox, keep: (item: OutboxItem) => boolean): Outbox =>
  box.items.every(keep) ? box : { ...box, items: box.items.filter(keep) };

type Patch = Partial<Omit<OutboxItem, 'id' | 'call' | 'input' | 'address'>>;

const change = (box: Outbox, pick: (item: OutboxItem) => boolean, patch: Patch): Outbox =>
  box.items.some(pick)
    ? { ...box, items: box.items.map((item) => (pick(item) ? { ...item, ...patch } : item)) }
    : box;

export const find = (box: Outbox, id: string): OutboxItem | undefined =>
  box.items.find((item) => item.id === id);

/**
 * Appends an action; returns the existing one if it is the same intent, or the same try of it. If the existing one is
 * queued, it takes over the new one's notification.
 */
export function add(box: Outbox, item: OutboxItem): readonly [Outbox, OutboxItem] {
  const known = box.items.find(
    (each) =>
      each.id === item.id || (each.address === item.address && isWaiting(each) && sameIntent(each, item)),
  );
  if (!known) return [{ ...box, items: [...box.items, item] }, item];
  const { remindedOf } = item;
  if (remindedOf === undefined || isOver(known)) return [box, known];
  const after = { ...known, remindedOf };
  return [{ ...box, items: box.items.map((each) => (each === known ? after : each)) }, after];
}

/**
 * Adds an action and takes it for sending in one step; only for the current sender. If others of its account are
 * ahead, it is queued as usual; so is one whose date the server has not confirmed, since an action that may have been
 * sent keeps its date.
 */
export function addSending(box: Outbox, item: OutboxItem): readonly [Outbox, OutboxItem] {
  const waits = box.items.some((each) => each.address === item.address && isWaiting(each));
  return add(box, waits || item.clockUnsure ? item : { ...item, state: 'sending', tries: 1 });
}

/** Never carried out, and dated by an unconfirmed clock: it cannot be too old, whatever its date says. */
const isUndated = ({ clockUnsure, unsure }: OutboxItem): boolean => clockUnsure === true && unsure !== true;

/**
 * Sets the date from which an action's age counts to the server's time: for one dated in the future by a wrong device
 * clock, and for one without a confirmed date.
 */
export const redate = (box: Outbox, id: string, serverTime: number): Outbox =>
  change(
    box,
    (item) =>
      item.id === id && (item.createdAt > serverTime || (isUndated(item) && Number.isFinite(serverTime))),
    { createdAt: serverTime, clockUnsure: false },
  );

/** Takes an action for sending; returns nothing if it has been cancelled or has ended meanwhile. */
export function take(box: Outbox, id: string): readonly [Outbox, OutboxItem | undefined] {
  const item = find(box, id);
  if (!item || !may('take', item)) return [box, undefined];
  const taken = change(box, (each) => each === item, { state: 'sending', tries: item.tries + 1 });
  return [taken, find(taken, id)];
}

/** Puts an action back in the queue. `unsure`: no answer came. */
export const release = (box: Outbox, id: string, unsure: boolean): Outbox =>
  change(box, (item) => item.id === id && may('release', item), {
    state: 'pending',
    ...(unsure && { unsure: true }),
  });

/** Puts back in the queue what was being sent when a page or browser died; only while nobody is sending. */
export const recover = (box: Outbox): Outbox =>
  change(box, (item) => may('recover', item), { state: 'pending', unsure: true });

export type Ending = ({ result: unknown } | { reason: Reason }) & { told?: true };

/** Ends an action: carried out with its result, or refused with its reason. */
export const settle = (box: Outbox, id: string, ending: Ending, now: number): Outbox =>
  change(box, (item) => item.id === id && may('settle', item), {
    state: 'result' in ending ? 'done' : 'failed',
    endedAt: now,
    ...ending,
  });

/** Cancels an action, unless it is being sent at the moment or has ended. */
export function cancel(box: Outbox, id: string): readonly [Outbox, boolean] {
  const after = only(box, (item) => item.id !== id || !may('cancel', item));
  return [after, after !== box];
}

/** Forgets actions that have ended and were seen. */
export const forget = (box: Outbox, ids: readonly string[]): Outbox =>
  only(box, (item) => !may('forget', item) || !ids.includes(item.id));

/** Retries a refused action: as a new one at the end, under a new key. */
export function again(box: Outbox, id: string, newId: string, now: number): Outbox {
  const item = find(box, id);
  if (!item || !may('again', item)) return box;
  const { reason: _, endedAt: __, unsure: ___, told: ____, hushed: _____, ...intent } = item;
  const anew: OutboxItem = { ...intent, id: newId, createdAt: now, state: 'pending', tries: 0 };
  return add(forget(box, [id]), anew)[0];
}

/**
 * Marks what the owner is being notified of; returns what they had not been notified of before, so that only one tab
 * notifies them.
 */
export function notify(
  box: Outbox,
  address: string,
  isWatched: (id: string) => boolean,
): readonly [Outbox, OutboxItem[]] {
  const news = (item: OutboxItem) =>
    item.address === address && isOver(item) && item.told !== true && !isWatched(item.id);
  return [change(box, news, { told: true }), box.items.filter(news)];
}

/** Mutes the actions of an address whose user has signed out, or unmutes them when the user is back. */
export const mute = (box: Outbox, address: string, muted: boolean): Outbox =>
  change(box, (item) => item.address === address && (item.hushed ?? false) !== muted, { hushed: muted });

export const drop = (box: Outbox, id: string): Outbox => only(box, (item) => item.id !== id);

export const discard = (box: Outbox, address: string): Outbox =>
  only(box, (item) => item.address !== address);

/** Drops what ended long ago by the server's clock. A refusal stays until its owner has been notified of it. */
export const tidy = (box: Outbox, now: number): Outbox =>
  only(box, (item) => {
    const { state, told, endedAt = now } = item;
    if (!may('tidy', item)) return true;
    if (state === 'done') return now - endedAt < DONE_RETENTION_MS;
    return told !== true || now - endedAt < FAILED_RETENTION_MS;
  });

export const isTooOld = (item: OutboxItem, now: number): boolean =>
  !isUndated(item) && now - item.createdAt >= SENDABLE_MS;

/** The first queued action whose account may send. */
export const nextToSend = (box: Outbox, maySend: (address: string) => boolean): OutboxItem | undefined =>
  box.items.find((item) => isWaiting(item) && maySend(item.address));

export interface Counts {
  waiting: number;
  refused: number;
}

export const countsOf = (items: readonly OutboxItem[]): Counts => ({
  waiting: items.filter(isWaiting).length,
  refused: items.filter(({ state }) => state === 'failed').length,
});

/** The items that a user may see: their own; without a session, all that are not muted. */
export const visibleTo = (box: Outbox, address: string | null): OutboxItem[] =>
  box.items.filter((item) => (address === null ? item.hushed !== true : item.address === address));
