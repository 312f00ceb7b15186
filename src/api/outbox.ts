// The outbox as a device stores it, and how it is sent. Every change of the record is one transaction, and all open
// tabs and the worker are notified of it. This module is independent of the page, because the worker uses it too.
import { CODES, codeName } from '#contract/codes.ts';
import { kvGet, kvSet, kvUpdate } from '#lib/kv.ts';
import {
  EMPTY,
  type Ending,
  forget,
  isTooOld,
  isWaiting,
  nextToSend,
  type Outbox,
  type OutboxItem,
  type Reason,
  recover,
  redate,
  release,
  settle,
  take,
  tidy,
} from './outbox.rules.ts';
import { OUTBOX } from './outbox-record.ts';
import { type Reply, request } from './request.ts';

const CHANNEL = 'adit-outbox';

const isOutbox = (value: unknown): value is Outbox =>
  typeof value === 'object' &&
  value !== null &&
  'v' in value &&
  value.v === 1 &&
  'items' in value &&
  Array.isArray(value.items);

const listeners = new Set<() => void>();

/** The last known state of the record. */
let seen: Outbox = EMPTY;

/**
 * A browser may clear its data while a page is open: what that page has seen then replaces the record, under the same
 * keys, and is stored again with the next change. A context that does not follow the record, such as the worker, may
 * have missed cancellations. A record that another version of the app stored in another format is not overwritten:
 * nothing can be queued then.
 */
function known(value: unknown): Outbox {
  if (value === undefined) return listeners.size > 0 ? seen : EMPTY;
  if (!isOutbox(value)) throw new Error('the outbox has another form');
  return value;
}

let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (channel) return channel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // Firefox refuses one where it stores nothing: then there is no outbox that other windows could follow.
    return undefined;
  }
  channel.addEventListener('message', () => {
    for (const run of listeners) run();
  });
  return channel;
}

/** Calls `run` after each change, whoever made it, until the returned function is called. */
export function onOutbox(run: () => void): () => void {
  open();
  listeners.add(run);
  return () => listeners.delete(run);
}

/** @throws whatever the browser throws where storage is forbidden */
export const readOutbox = async (): Promise<Outbox> => (seen = known(await kvGet(OUTBOX)));

/**
 * Changes the record in one transaction and returns the second result of `work`.
 * @throws where storage is forbidden or full; nothing has changed then.
 */
export async function changeOutbox<T>(work: (box: Outbox) => readonly [Outbox, T]): Promise<T> {
  let outcome: { value: T; after: Outbox } | undefined;
  let changed = false;
  await kvUpdate<unknown>(OUTBOX, (old) => {
    const [after, value] = work(known(old));
    outcome = { value, after };
    changed = after !== (old ?? EMPTY);
    return changed ? after : old;
  });
  if (!outcome) throw new Error('the record was not changed');
  seen = outcome.after;
  if (changed) {
    open()?.postMessage('changed');
    for (const run of listeners) run();
  }
  return outcome.value;
}

/** A change without a result. */
export const editOutbox = (work: (box: Outbox) => Outbox): Promise<void> =>
  changeOutbox((box) => [work(box), undefined]);

// The token for sending queued actions while no page is signed in, and for the worker's question about the miner:
// accepted only by these calls, for 72 h.

const TOKEN = 'outboxToken';

interface OutboxToken {
  token: string;
  address: string;
}

/** Private windows may have no database; then nothing is sent while nobody is signed in. */
export const storeOutboxToken = (stored: OutboxToken): Promise<void> =>
  kvSet(TOKEN, stored).catch(() => undefined);

/** A token in another format, written by an older version or edited by hand, does not count. */
const isToken = (value: unknown): value is OutboxToken =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  'address' in value &&
  typeof value.address === 'string';

const ownerOf = (value: unknown): string | undefined =>
  isToken(value) ? value.address.toLowerCase() : undefined;

/**
 * The account (in lower case) leaves this device; an account that has meanwhile signed in in another tab keeps its
 * token.
 */
export const forgetOutboxToken = (address: string): Promise<void> =>
  kvUpdate<unknown>(TOKEN, (old) => (ownerOf(old) === address ? undefined : old)).catch(() => undefined);

/** The token for this address (in lower case), if that account was the last to sign in here. */
export async function outboxTokenFor(address: string): Promise<string | undefined> {
  const stored = await kvGet<unknown>(TOKEN).catch(() => undefined);
  return isToken(stored) && ownerOf(stored) === address ? stored.token : undefined;
}

/** The owner of the stored token, in lower case. */
export const outboxOwner = async (): Promise<string | undefined> =>
  ownerOf(await kvGet(TOKEN).catch(() => undefined));

/** Drops a token that the server no longer accepts; a newer one from another sign-in stays. */
export const dropOutboxToken = (token: string): Promise<void> =>
  kvUpdate<unknown>(TOKEN, (old) => (isToken(old) && old.token === token ? undefined : old)).catch(
    () => undefined,
  );

// One try to send an action, signed again each time, under its own Idempotency-Key.

type Answer =
  | { kind: 'ok'; data: unknown }
  | { kind: 'refused'; reason: Reason }
  /** The token is no longer accepted. */
  | { kind: 'no_session'; message: string }
  /** The signature's timestamp was not accepted. */
  | { kind: 'wrong_time' }
  /**
   * The server cannot take it now. `unsure`: its database may have failed during the commit, so that the server does
   * not know either.
   */
  | { kind: 'later'; afterMs: number; unsure: boolean }
  /** No answer: it is unknown whether it was carried out. */
  | { kind: 'lost' };

/** Shorter than for other calls, because a failed try is repeated. */
const TIMEOUT_MS = 30_000;

/**
 * What a reply means for its action. A bad checksum or timestamp says nothing about the action itself, which stays
 * queued.
 */
function meaningOf({ status, code, message, data, retryAfterMs }: Reply): Answer {
  if (code === 0) return { kind: 'ok', data };
  if (code === CODES.session_expired.code) return { kind: 'no_session', message };
  if (code === CODES.stale_timestamp.code) return { kind: 'wrong_time' };
  if (code === CODES.bad_sign.code || code === CODES.too_many_requests.code || status >= 500)
    return { kind: 'later', afterMs: retryAfterMs, unsure: status >= 500 };
  return { kind: 'refused', reason: { code, name: codeName(code) ?? 'unknown', message, data } };
}

async function sendOnce(item: OutboxItem, token: string): Promise<Answer> {
  const { id: key, lang } = item;
  // These keys may be logged: without a token they are useless.
  const by = { token, lang, key, trace: key, timeoutMs: TIMEOUT_MS };
  const reply = await request(item.call, item.input, by);
  return typeof reply === 'string' ? { kind: 'lost' } : meaningOf(reply);
}

/** Learns the server's time through a call that is cheap for the server. False without an answer. */
const askTime = async (): Promise<boolean> =>
  typeof (await request('GET /api/mining/config', {}, { timeoutMs: TIMEOUT_MS })) !== 'string';

// Sends queued actions one after another, in the order in which they were made.

export interface DrainDeps {
  /** The token to send with for this address now; undefined: its actions wait. */
  tokenFor(address: string): Promise<string | undefined>;
  /** The server no longer accepts this token. */
  tokenRefused(token: string, message: string): Promise<void>;
  /** Milliseconds on the server's clock. */
  now(): number;
  /** The server's time has become known since this page or worker started. */
  isServerTime(): boolean;
  isOnline(): boolean;
  /** Its user is waiting for this answer on screen: the record need not keep it. */
  isAwaited?(item: OutboxItem): boolean;
  /**
   * Notifies its user of the outcome before that is stored: a sender that dies in between leaves it to the next one,
   * which gets the same answer under the same key. `told`: nobody else needs to notify them; `seen`: the record need
   * not keep it either.
   */
  tell?(ended: OutboxItem): Promise<'told' | 'seen' | undefined>;
  /** An action was carried out or refused. */
  onEnd?(item: OutboxItem): void;
}

/** Why a drain stopped. `later` and `offline`: something that could be sent is still queued. */
export interface Drained {
  stop: 'empty' | 'sign_in' | 'offline' | 'later';
  /** The wait that the server asked for, in milliseconds. */
  afterMs: number;
}

const LOCK = 'adit-outbox';

/**
 * Runs work as the only sender among all tabs and the worker. Without browser locks, the keys alone ensure that
 * everything happens once.
 */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work) : work();

/** The same, unless somebody is sending at the moment: then undefined. */
export const ifNobodySends = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  'locks' in navigator
    ? navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
    : work();

const EXPIRED: Ending = { reason: { code: 0, name: 'expired', message: '' } };

/**
 * Settles an action and, if somebody waits for it, forgets it in the same write. They get the result even if nothing
 * could be stored: then a retry under the same key returns it again.
 */
async function end(item: OutboxItem, ending: Ending, deps: DrainDeps): Promise<void> {
  const endedAt = deps.now();
  const ended: OutboxItem = { ...item, ...ending, state: 'result' in ending ? 'done' : 'failed', endedAt };
  const told = await deps.tell?.(ended);
  try {
    await editOutbox((box) => {
      const settled = settle(box, item.id, told ? { ...ending, told: true } : ending, endedAt);
      return told === 'seen' || deps.isAwaited?.(item) === true ? forget(settled, [item.id]) : settled;
    });
  } finally {
    deps.onEnd?.(ended);
  }
}

/** Sends with the right time: if the timestamp was not accepted, signs again by the clock of the reply. */
async function send(item: OutboxItem, token: string, deps: DrainDeps): Promise<Answer | 'too_old'> {
  const answer = await sendOnce(item, token);
  if (answer.kind !== 'wrong_time') return answer;
  await editOutbox((box) => redate(box, item.id, deps.now()));
  return isTooOld(item, deps.now()) ? 'too_old' : sendOnce(item, token);
}

/** Too old by a clock that the server has confirmed. Nothing is given up because of the device's own clock. */
async function tooOld(item: OutboxItem, deps: DrainDeps): Promise<boolean | 'unknown'> {
  if (!isTooOld(item, deps.now())) return false;
  if (!deps.isServerTime() && !(await askTime())) return 'unknown';
  return isTooOld(item, deps.now());
}

/** What comes next, and how long the server asked to wait. */
type Step = [next: Drained['stop'] | 'go_on' | 'no_token', afterMs: number];

/** Sends an action that has been taken for sending. */
async function sendTaken(item: OutboxItem, token: string, deps: DrainDeps): Promise<Step> {
  const answer = await send(item, token, deps);
  if (answer === 'too_old') {
    await end(item, EXPIRED, deps);
    return ['go_on', 0];
  }
  switch (answer.kind) {
    case 'ok':
      await end(item, { result: answer.data }, deps);
      return ['go_on', 0];
    case 'refused':
      await end(item, { reason: answer.reason }, deps);
      return ['go_on', 0];
    case 'no_session':
      await editOutbox((box) => release(box, item.id, false));
      await deps.tokenRefused(token, answer.message);
      return ['no_token', 0];
    case 'wrong_time':
      await editOutbox((box) => release(box, item.id, false));
      return ['later', 0];
    case 'later':
      await editOutbox((box) => release(box, item.id, answer.unsure));
      return ['later', answer.afterMs];
    case 'lost':
      await editOutbox((box) => release(box, item.id, true));
      return [deps.isOnline() ? 'later' : 'offline', 0];
  }
}

/** Takes the next action and sends it, unless it is too old. */
async function sendNext(item: OutboxItem, token: string, deps: DrainDeps): Promise<Step> {
  if (!deps.isOnline()) return ['offline', 0];
  const old = await tooOld(item, deps);
  if (old === 'unknown') return ['later', 0];
  if (old) {
    await end(item, EXPIRED, deps);
    return ['go_on', 0];
  }
  const known = deps.isServerTime() ? deps.now() : Infinity;
  const taken = await changeOutbox((box) => take(redate(box, item.id, known), item.id));
  return taken ? sendTaken(taken, token, deps) : ['go_on', 0];
}

/**
 * Clean-up by the sole sender: actions left as `sending` go back in the queue, and what ended long ago is dropped.
 * Nothing is dropped because of the device's own clock.
 */
export const cleaned = (
  box: Outbox,
  { isServerTime, now }: Pick<DrainDeps, 'isServerTime' | 'now'>,
): Outbox => recover(isServerTime() ? tidy(box, now()) : box);

/**
 * Sends until nothing that could be sent now is left. `first` has already been taken for sending. Only the sole
 * sender may call it.
 */
export async function drainAlone(deps: DrainDeps, first?: OutboxItem): Promise<Drained> {
  if (!first) await editOutbox((box) => cleaned(box, deps));
  const refused = new Set<string>();
  const waits = new Set<string>();
  let taken = first;
  for (;;) {
    const box = taken ? EMPTY : await readOutbox().catch(() => EMPTY);
    const item = taken ?? nextToSend(box, (address) => !waits.has(address));
    if (!item) return { stop: box.items.some(isWaiting) ? 'sign_in' : 'empty', afterMs: 0 };
    const token = await deps.tokenFor(item.address);
    if (token === undefined || refused.has(token)) {
      if (taken) await editOutbox((now) => release(now, item.id, false));
      taken = undefined;
      waits.add(item.address);
      continue;
    }
    const [next, afterMs] = await (taken ? sendTaken : sendNext)(item, token, deps);
    taken = undefined;
    if (next === 'no_token') refused.add(token);
    else if (next !== 'go_on') return { stop: next, afterMs };
  }
}

/**
 * Sends until nothing that could be sent now is left, one sender at a time.
 * @throws where storage is forbidden or full.
 */
export const drain = (deps: DrainDeps): Promise<Drained> => alone(() => drainAlone(deps));
