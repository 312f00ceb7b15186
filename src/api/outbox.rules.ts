// The states of actions that wait to be sent, and the steps between them, as pure changes of the whole record (drawn in
// sw/README.md). Times are milliseconds on the server's clock. An action keeps its id, which is its Idempotency-Key, for ever: only
// "try again" after a refusal makes a new one.
import type { CallName, Calls, Input } from '#contract';
import { DAY_MS } from '#rules/days.ts';
import { SENDABLE_DAYS } from '#rules/figures.ts';

/** Calls that may be made without a network and sent later. */
export type QueueableCall = {
  [K in CallName]: Calls[K] extends { readonly queueable: true } ? K : never;
}[CallName];

/** Why the server refused; `expired` is ours: the action became too old to be sent. */
export interface Reason {
  code: number;
  name: string;
  message: string;
  data?: unknown;
}

export type State = 'pending' | 'sending' | 'failed' | 'done';

/** Which states a step leaves; `none` is what is not in the record. What is in another state stays as it is. */
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
  /** Whose action it is, in lower case. */
  address: string;
  call: K;
  input: Input<K>;
  createdAt: number;
  /** `createdAt` is the device's word: the server had not told its time. */
  clockUnsure?: boolean;
  /** The language of the server's words about it, as Accept-Language names it. */
  lang: string;
  state: State;
  /** How often sending it was begun. */
  tries: number;
  /** It was sent and no answer came, or none that says: it may have been carried out. */
  unsure?: boolean;
  /** Muted: its person signed out, and is notified of nothing about it before they are back. */
  hushed?: boolean;
  /** Its person was notified of what became of it. */
  told?: boolean;
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

/** The server knows a key for so long; what is older might count twice. */
export const SENDABLE_MS = SENDABLE_DAYS * DAY_MS;
/** How long a result waits to be seen, and a refusal to be dealt with. */
export const DONE_RETENTION_MS = DAY_MS;
export const FAILED_RETENTION_MS = 7 * DAY_MS;

export const isWaiting = ({ state }: OutboxItem): boolean => state === 'pending' || state === 'sending';
export const isOver = (item: OutboxItem): boolean => !isWaiting(item);

type Intent = Pick<OutboxItem, 'call' | 'input'>;

/** Two stakes of one amount are two intents; a second claim, start or redemption of the same order is the same intent again. */
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

/** Puts an action at the end; gives the one that is there already when it is the same intent, or the same try of it. */
export function add(box: Outbox, item: OutboxItem): readonly [Outbox, OutboxItem] {
  const known = box.items.find(
    (each) =>
      each.id === item.id || (each.address === item.address && isWaiting(each) && sameIntent(each, item)),
  );
  return known ? [box, known] : [{ ...box, items: [...box.items, item] }, item];
}

/**
 * Puts an action into the record and takes it for sending in one step, by whoever alone may send now. Behind others of its account
 * it waits like any other; so does one whose date the server has not confirmed, since what may have been sent keeps its date.
 */
export function addSending(box: Outbox, item: OutboxItem): readonly [Outbox, OutboxItem] {
  const waits = box.items.some((each) => each.address === item.address && isWaiting(each));
  return add(box, waits || item.clockUnsure ? item : { ...item, state: 'sending', tries: 1 });
}

/** Never carried out, and dated by a clock that nobody has confirmed: it cannot be too old, whatever its date says. */
const isUndated = ({ clockUnsure, unsure }: OutboxItem): boolean => clockUnsure === true && unsure !== true;

/**
 * Puts the server's time in, from which an action's age counts: for one that was done in the future, where the device's clock stood
 * wrong, and for one that is undated.
 */
export const redate = (box: Outbox, id: string, serverTime: number): Outbox =>
  change(
    box,
    (item) =>
      item.id === id && (item.createdAt > serverTime || (isUndated(item) && Number.isFinite(serverTime))),
    { createdAt: serverTime, clockUnsure: false },
  );

/** Takes an action for sending; nothing when it was cancelled or has ended meanwhile. */
export function take(box: Outbox, id: string): readonly [Outbox, OutboxItem | undefined] {
  const item = find(box, id);
  if (!item || !may('take', item)) return [box, undefined];
  const taken = change(box, (each) => each === item, { state: 'sending', tries: item.tries + 1 });
  return [taken, find(taken, id)];
}

/** Back into the queue. `unsure`: no answer came. */
export const release = (box: Outbox, id: string, unsure: boolean): Outbox =>
  change(box, (item) => item.id === id && may('release', item), {
    state: 'pending',
    ...(unsure && { unsure: true }),
  });

/** Nobody sends now: what was being sent when a page or browser ended goes back into the queue. */
export const recover = (box: Outbox): Outbox =>
  change(box, (item) => may('recover', item), { state: 'pending', unsure: true });

export type Ending = { result: unknown } | { reason: Reason };

/** Nothing is to be done any more: carried out with its result, or refused with its reason. */
export const settle = (box: Outbox, id: string, ending: Ending, now: number): Outbox =>
  change(box, (item) => item.id === id && may('settle', item), {
    state: 'result' in ending ? 'done' : 'failed',
    endedAt: now,
    ...ending,
  });

/** Takes an action back, unless it is being sent at this moment or has ended. */
export function cancel(box: Outbox, id: string): readonly [Outbox, boolean] {
  const after = only(box, (item) => item.id !== id || !may('cancel', item));
  return [after, after !== box];
}

/** Forgets actions that have ended and were seen. */
export const forget = (box: Outbox, ids: readonly string[]): Outbox =>
  only(box, (item) => !may('forget', item) || !ids.includes(item.id));

/** A refused action once more: as a new one at the end, under a new key. */
export function again(box: Outbox, id: string, newId: string, now: number): Outbox {
  const item = find(box, id);
  if (!item || !may('again', item)) return box;
  const { reason: _, endedAt: __, unsure: ___, told: ____, hushed: _____, ...intent } = item;
  const anew: OutboxItem = { ...intent, id: newId, createdAt: now, state: 'pending', tries: 0 };
  return add(forget(box, [id]), anew)[0];
}

/** Marks what its person is notified of; gives what they were not notified of before, so that one tab alone does it. */
export function notify(
  box: Outbox,
  address: string,
  isWatched: (id: string) => boolean,
): readonly [Outbox, OutboxItem[]] {
  const news = (item: OutboxItem) =>
    item.address === address && isOver(item) && item.told !== true && !isWatched(item.id);
  return [change(box, news, { told: true }), box.items.filter(news)];
}

/** Mutes the actions of an address whose person has signed out, or ends that when they are back. */
export const mute = (box: Outbox, address: string, muted: boolean): Outbox =>
  change(box, (item) => item.address === address && (item.hushed ?? false) !== muted, { hushed: muted });

export const drop = (box: Outbox, id: string): Outbox => only(box, (item) => item.id !== id);

export const discard = (box: Outbox, address: string): Outbox =>
  only(box, (item) => item.address !== address);

/** Drops what has ended long ago by the server's clock. A refusal stays for as long as nobody was notified of it. */
export const tidy = (box: Outbox, now: number): Outbox =>
  only(box, (item) => {
    const { state, told, endedAt = now } = item;
    if (!may('tidy', item)) return true;
    if (state === 'done') return now - endedAt < DONE_RETENTION_MS;
    return told !== true || now - endedAt < FAILED_RETENTION_MS;
  });

export const isTooOld = (item: OutboxItem, now: number): boolean =>
  !isUndated(item) && now - item.createdAt >= SENDABLE_MS;

/** The first one that waits, of those whose address may send. */
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

/** The items that a person may know of: their own; without a session all that are not muted. */
export const visibleTo = (box: Outbox, address: string | null): OutboxItem[] =>
  box.items.filter((item) => (address === null ? item.hushed !== true : item.address === address));
