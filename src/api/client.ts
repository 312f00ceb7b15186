// The page's client: one typed function for every call of the contract. Only types are imported from the contract, so
// that no schemas are downloaded; the server has validated its own reply.
import type { CallName, Input, Output } from '#contract';
import { CODES } from '#contract/codes.ts';
import { wireLanguage } from '#contract/languages.ts';
import { backedOff, forgetFailures } from '#lib/back-off.ts';
import { uuid } from '#lib/ids.ts';
import { currentLanguage } from '#lib/locale.ts';
import { onSessionEnd, ownDevice, tokenAtom, walletAtom } from '#lib/session.ts';
import { session } from '#lib/storage.ts';
import { read, write } from '#lib/store.ts';
import {
  ApiError,
  isTemporary,
  refusal,
  repeated,
  reportExpired,
  transportError,
  type TransportName,
} from './errors.ts';
import { isPublic } from './public-calls.ts';
import { type Reply, request, type Sender, urlOf } from './request.ts';

/** Calls that failed for one account must not delay the next one. */
onSessionEnd(forgetFailures);

export interface CallOptions {
  /** Idempotency key of a POST. An intent keeps one key across all its tries; see `intent`. */
  key?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Sent by the app itself, not by a user's tap: a GET that is known to fail waits (src/lib/back-off.ts). */
  backOff?: boolean;
  /** A POST meant as a new intent, not as a retry of the earlier try with this key, whose outcome is unknown. */
  another?: boolean;
}

export type Arguments<K extends CallName> =
  {} extends Input<K> ? [input?: Input<K>, options?: CallOptions] : [input: Input<K>, options?: CallOptions];

interface By extends Sender {
  token: string | null;
  account: string;
}

/** Who sends the request, and in which language: the signed-in account, or a guest. */
export const sender = (): By => ({
  token: read(tokenAtom),
  account: read(walletAtom).address,
  lang: wireLanguage(currentLanguage()),
});

/** Reports to src/api/back.ts what any answer says about the connection. */
type Verdict = 'answered' | 'lost';
let notify: (verdict: Verdict) => void = () => undefined;
export const whenAnswered = (listener: (verdict: Verdict) => void): void => {
  notify = listener;
};
export const lostOnTheWay = (): void => notify('lost');

/**
 * `data` of a reply with code 0; everything else is thrown as an ApiError. An abort by the user says nothing about the
 * connection. Once a session is over, the answers to its requests belong to nobody and count as aborted, unless the
 * same account is signed in again. Code 401 is reported to the app if the session that sent the request is still the
 * current one.
 */
export function unwrap(reply: Reply | TransportName, { token, account }: By): unknown {
  if (typeof reply === 'string') {
    if (reply !== 'aborted') lostOnTheWay();
    throw transportError(reply);
  }
  const error = reply.code === 0 ? undefined : refusal(reply.code, reply.message, reply.data);
  notify(error?.name === 'unavailable' ? 'lost' : 'answered');
  const now = read(tokenAtom);
  const isOver = !!token && token !== now;
  const isOwn = now !== null && account === read(walletAtom).address && error?.name !== 'session_expired';
  if (isOver && !isOwn) throw transportError('aborted');
  if (!error) return reply.data;
  error.retryAfterMs = reply.retryAfterMs;
  if (error.name === 'session_expired' && token) reportExpired(error);
  throw error;
}

const KIND = {
  isTemporary,
  askedWait: (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : 0),
};

/** How a device resumes its session; that itself makes calls (device.ts). */
const resuming = Promise.withResolvers<() => Promise<void>>();
export const resumeBy = resuming.resolve;

/** On a device that stays signed in, resolves once the session is resumed. @throws ApiError as a call does */
export async function signedIn(): Promise<void> {
  if (read(tokenAtom) === '') await (await resuming.promise)();
}

/** Whether a session that has ended can be resumed by the device; the same call can be sent again then. */
function renew(reply: Reply | TransportName, askedWith: string | null, account: string): boolean {
  if (typeof reply === 'string' || reply.code !== CODES.session_expired.code || !askedWith) return false;
  if (!ownDevice() || read(walletAtom).address !== account) return false;
  if (read(tokenAtom) === askedWith) write(tokenAtom, '');
  return true;
}

/** Whether the request was signed with the wrong time. Its refusal has told the right one. */
const isWrongTime = (reply: Reply | TransportName): boolean =>
  typeof reply !== 'string' && reply.code === CODES.stale_timestamp.code;

/**
 * What a batch (batch.ts) asks for, by requester and URL, with its answer once that is here. Dropped when the read
 * changes, and when a newer answer is asked for.
 */
export const ahead = new Map<string, { name: CallName; data?: unknown }>();
export const aheadKey = (url: string, { token, lang } = sender()): string => `${token} ${lang} ${url}`;

/** `call` without optional arguments, for helpers that forward a call. */
export async function send<K extends CallName>(
  name: K,
  input: unknown,
  options: CallOptions,
): Promise<Output<K>> {
  const { backOff, another, ...rest } = options;
  const account = read(walletAtom).address;
  const once = async () => {
    // Does not wait if there is nothing to wait for: a sign-out must be sent before the session is forgotten.
    if (read(tokenAtom) === '' && !isPublic(name)) await signedIn();
    const by = sender();
    const attempt = () => request(name, { ...(input as object) }, { ...rest, ...by });
    const reply = await attempt();
    return { by, reply: isWrongTime(reply) ? await attempt() : reply };
  };
  const ask = async () => {
    const first = await once();
    const { by, reply } = renew(first.reply, first.by.token, account) ? await once() : first;
    if (another && typeof reply !== 'string') {
      // A key that belongs to another request has been used up by the earlier try, which may have been refused. A
      // refusal that is repeated says why itself.
      if (reply.code === CODES.conflict.code) throw repeated(false);
      if (reply.replayed && reply.code === CODES.ok.code) throw repeated(true);
    }
    return unwrap(reply, by);
  };
  const key = aheadKey(urlOf(name, input as object));
  const here = ahead.get(key)?.data;
  ahead.delete(key);
  if (backOff && here !== undefined) return here as Output<K>;
  const answer = backOff ? backedOff(name, ask, KIND) : ask();
  return (await answer) as Output<K>;
}

/**
 * Makes a call of the contract and returns its `data`.
 * @example const miner = await call('GET /api/mining/index');
 * @throws ApiError for a refusal (by its code), for a transport fault, and for what turned out to be `repeated`.
 */
export const call = <K extends CallName>(name: K, ...[input, options]: Arguments<K>): Promise<Output<K>> =>
  send(name, input, options ?? {});

/** Where the window keeps the keys of intents whose outcome is unknown, as JSON: by account, call and input. */
const KEYS = 'openKeys';
/** They outlive the sheets that began them, and a reload: a late retry must not pay twice. */
const openKeys = (): Record<string, string> =>
  JSON.parse(session.getItem(KEYS) ?? '{}') as Record<string, string>;
const begunIn = new Map<string, object | undefined>();

interface IntentKey {
  key: string;
  /**
   * An earlier sheet tried the same thing and got no answer. Whether this is a retry or another intent, only the user
   * knows.
   */
  another: boolean;
  /** To be called before it is sent: from then on its outcome is unknown. */
  open: () => void;
  /** To be called once the outcome is known. */
  close: () => void;
}

/**
 * The key of an intent: that of an earlier try whose outcome is unknown, or else a new one. `sheet` stands for where
 * it is tried.
 */
export function intentKey(name: CallName, input: unknown, sheet?: object): IntentKey {
  const about = JSON.stringify([read(walletAtom).address.toLowerCase(), name, input ?? {}]);
  const earlier = openKeys()[about];
  const key = earlier ?? uuid();
  const store = (open?: string) => session.setItem(KEYS, JSON.stringify({ ...openKeys(), [about]: open }));
  const open = () => {
    if (earlier) return;
    begunIn.set(about, sheet);
    store(key);
  };
  return {
    key,
    another: !!earlier && begunIn.get(about) !== sheet,
    open,
    close: () => store(),
  };
}

/** Forgets this window's intents of a call whose outcome is unknown. Returns whether there were any. */
export function forgetOpen(name: CallName): boolean {
  const all = Object.entries(openKeys());
  const others = all.filter(([about]) => !about.includes(name));
  session.setItem(KEYS, JSON.stringify(Object.fromEntries(others)));
  return others.length < all.length;
}

/** A server that failed may have carried it out anyway: the response to its commit may be what got lost. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof ApiError && (error.transport || error.name === 'internal' || error.name === 'unavailable');

/** Refusals that come before the server looks for the key: they do not reveal what became of an earlier try. */
const BEFORE_KEY = new Set<string>(['session_expired', 'too_many_requests', 'bad_sign', 'stale_timestamp']);

/** Whether an error leaves open what became of an intent, so that its next try needs the same key. */
export const leavesOpen = (error: unknown): boolean =>
  isUnsure(error) || (error instanceof ApiError && BEFORE_KEY.has(error.name));

/**
 * One intent of a user: the first try and every retry while the outcome is unknown carry the same Idempotency-Key.
 * Once an answer is known (success or refusal), the next try is a new intent. In another `sheet`, an intent that had
 * already gone through is an error instead of a success: the user may have meant to do it again. `about`: the part of
 * the input that makes it the same intent.
 */
export function intent<K extends CallName>(name: K, sheet?: object, about = (input: unknown) => input) {
  return async (input: unknown): Promise<Output<K>> => {
    const { key, another, open, close } = intentKey(name, about(input), sheet);
    open();
    try {
      const data = await send(name, input, { key, another });
      close();
      return data;
    } catch (error) {
      if (!leavesOpen(error)) close();
      throw error;
    }
  };
}
