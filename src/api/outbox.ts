// The outbox as a device stores it, and how it is sent. Every change of the record is one transaction, and every open tab and the
// worker hear of it. Nothing here knows the page, because the worker uses it as well.
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
import { type Reply, request } from './request.ts';

const RECORD = 'outbox';
const CHANNEL = 'adit-outbox';

const isOutbox = (value: unknown): value is Outbox =>
  typeof value === 'object' &&
  value !== null &&
  'v' in value &&
  value.v === 1 &&
  'items' in value &&
  Array.isArray(value.items);

const listeners = new Set<() => void>();

/** What was last known of the record. */
let seen: Outbox = EMPTY;

/**
 * A browser may clear its data while a page is open: what that page has seen stands in for the record, under the same keys, and is
 * stored again with the next change. Who does not follow the record, as the worker, may have missed what was taken back.
 * What another version of the app has stored in another form is not overwritten by this one: then nothing can be queued.
 */
function known(value: unknown): Outbox {
  if (value === undefined) return listeners.size > 0 ? seen : EMPTY;
  if (!isOutbox(value)) throw new Error('the outbox has another form');
  return value;
}

let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (channel || !('BroadcastChannel' in globalThis)) return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => {
    for (const run of listeners) run();
  });
  return channel;
}

/** Calls `run` after each change, whoever made it, until the function it gives is called. */
export function onOutbox(run: () => void): () => void {
  open();
  listeners.add(run);
  return () => listeners.delete(run);
}

/** @throws whatever the browser throws where storage is forbidden. */
export const readOutbox = async (): Promise<Outbox> => (seen = known(await kvGet(RECORD)));

/**
 * Changes the record in one transaction and gives what `work` gives beside it.
 * @throws where storage is forbidden or full; nothing has changed then.
 */
export async function changeOutbox<T>(work: (box: Outbox) => readonly [Outbox, T]): Promise<T> {
  let outcome: { value: T; after: Outbox } | undefined;
  let changed = false;
  await kvUpdate<unknown>(RECORD, (old) => {
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

// The token that queued actions may be sent with while no page is signed in, and that the worker asks about the miner with: good for
// these calls alone, for 72 h.

const TOKEN = 'outboxToken';

interface OutboxToken {
  token: string;
  address: string;
}

/** Private windows may have no database: then nothing is sent while nobody is signed in. */
export const storeOutboxToken = (stored: OutboxToken): Promise<void> =>
  kvSet(TOKEN, stored).catch(() => undefined);

/** What an older version or a hand has left in another form is none. */
const isToken = (value: unknown): value is OutboxToken =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  'address' in value &&
  typeof value.address === 'string';

const ownerOf = (value: unknown): string | undefined =>
  isToken(value) ? value.address.toLowerCase() : undefined;

/** The account (in lower case) leaves this device; one that has signed in meanwhile in another tab keeps its own. */
export const forgetOutboxToken = (address: string): Promise<void> =>
  kvUpdate<unknown>(TOKEN, (old) => (ownerOf(old) === address ? undefined : old)).catch(() => undefined);

/** The token for this address (in lower case), if it is that account which signed in here last. */
export async function outboxTokenFor(address: string): Promise<string | undefined> {
  const stored = await kvGet<unknown>(TOKEN).catch(() => undefined);
  return isToken(stored) && ownerOf(stored) === address ? stored.token : undefined;
}

/** Whose token is stored, in lower case. */
export const outboxOwner = async (): Promise<string | undefined> =>
  ownerOf(await kvGet(TOKEN).catch(() => undefined));

/** The server no longer takes it; one that a sign-in has brought meanwhile stays. */
export const dropOutboxToken = (token: string): Promise<void> =>
  kvUpdate<unknown>(TOKEN, (old) => (isToken(old) && old.token === token ? undefined : old)).catch(
    () => undefined,
  );

// One try to send an action, signed anew each time, under its own Idempotency-Key.

type Answer =
  | { kind: 'ok'; data: unknown }
  | { kind: 'refused'; reason: Reason }
  /** The token opens nothing any more. */
  | { kind: 'no_session'; message: string }
  /** The signature's time was not the server's. */
  | { kind: 'wrong_time' }
  /** The server cannot take it now. `unsure`: its database may have gone while it committed, so that it does not know either. */
  | { kind: 'later'; afterMs: number; unsure: boolean }
  /** No answer: whether it was carried out is not known. */
  | { kind: 'lost' };

/** Shorter than other calls have: a try that fails is made again. */
const TIMEOUT_MS = 30_000;

/** What a reply means for its action. Checksum and time say nothing about the action itself: it stays. */
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
  const reply = await request(item.call, item.input, { token, lang, key, timeoutMs: TIMEOUT_MS });
  return typeof reply === 'string' ? { kind: 'lost' } : meaningOf(reply);
}

/** Asks for the server's time alone, by a call that costs it nothing. False without an answer. */
const askTime = async (): Promise<boolean> =>
  typeof (await request('GET /api/mining/config', {}, { timeoutMs: TIMEOUT_MS })) !== 'string';

// Sending what waits, one after the other in the order in which it was done.

export interface DrainDeps {
  /** What may send for this address now; undefined: its actions wait. */
  tokenFor(address: string): Promise<string | undefined>;
  /** The server no longer takes this token. */
  tokenRefused(token: string, message: string): Promise<void>;
  /** Milliseconds on the server's clock. */
  now(): number;
  /** The server has told its time since this page or worker began. */
  isServerTime(): boolean;
  isOnline(): boolean;
  /** Its person is here and waits for this answer: the record need not keep it for them. */
  isAwaited?(item: OutboxItem): boolean;
  /** An action was carried out or refused. */
  onEnd?(item: OutboxItem): void;
}

/** Why a drain stopped. `later` and `offline`: something still waits that could be sent. */
export interface Drained {
  stop: 'empty' | 'sign_in' | 'offline' | 'later';
  /** What the server asked for, in milliseconds. */
  afterMs: number;
}

const LOCK = 'adit-outbox';

/** Work of whoever alone sends, of all tabs and the worker. Where the browser has no locks the keys alone keep everything once. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work) : work();

/** The same, unless somebody is sending at this moment: then undefined. */
export const ifNobodySends = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  'locks' in navigator
    ? navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
    : work();

const EXPIRED: Ending = { reason: { code: 0, name: 'expired', message: '' } };

/**
 * What becomes of an action, settled and, where somebody waits for it, forgotten in one write. They get it even where nothing could
 * be stored: then the same key brings it once more.
 */
async function end(item: OutboxItem, ending: Ending, deps: DrainDeps): Promise<void> {
  const endedAt = deps.now();
  try {
    await editOutbox((box) => {
      const settled = settle(box, item.id, ending, endedAt);
      return deps.isAwaited?.(item) === true ? forget(settled, [item.id]) : settled;
    });
  } finally {
    deps.onEnd?.({ ...item, ...ending, state: 'result' in ending ? 'done' : 'failed', endedAt });
  }
}

/** Sends with the right time: a signature that came at the wrong one is made again, once, by the clock of the reply. */
async function send(item: OutboxItem, token: string, deps: DrainDeps): Promise<Answer | 'too_old'> {
  const answer = await sendOnce(item, token);
  if (answer.kind !== 'wrong_time') return answer;
  await editOutbox((box) => redate(box, item.id, deps.now()));
  return isTooOld(item, deps.now()) ? 'too_old' : sendOnce(item, token);
}

/** Too old by a clock that the server has confirmed. Nothing is given up on the word of the device's own clock. */
async function tooOld(item: OutboxItem, deps: DrainDeps): Promise<boolean | 'unknown'> {
  if (!isTooOld(item, deps.now())) return false;
  if (!deps.isServerTime() && !(await askTime())) return 'unknown';
  return isTooOld(item, deps.now());
}

/** What is next, and how long the server wants to be left alone. */
type Step = [next: Drained['stop'] | 'go_on' | 'no_token', afterMs: number];

/** Sends an action that was taken for it. */
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
 * What whoever alone sends may do to the record beforehand: nobody else is sending, and what has ended long ago is not needed.
 * Nothing is dropped on the word of the device's own clock.
 */
export const cleaned = (
  box: Outbox,
  { isServerTime, now }: Pick<DrainDeps, 'isServerTime' | 'now'>,
): Outbox => recover(isServerTime() ? tidy(box, now()) : box);

/** Sends until nothing is left that could be sent now. `first` was taken for sending already. For whoever alone sends. */
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
 * Sends until nothing is left that could be sent now, one sender at a time.
 * @throws where storage is forbidden or full.
 */
export const drain = (deps: DrainDeps): Promise<Drained> => alone(() => drainAlone(deps));
