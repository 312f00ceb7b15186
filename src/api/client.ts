// The page's client: one typed function for every call of the contract. Only types come from the contract, so that no schema
// is downloaded; the server has checked its own reply.
import type { CallName, Input, Output } from '#contract';
import { backedOff, forgetFailures } from '#lib/back-off.ts';
import { uuid } from '#lib/ids.ts';
import { onSessionEnd, tokenAtom, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { ApiError, isTemporary, transportError } from './errors.ts';
import { apiUrl, headersOf, lostOnTheWay, TIMEOUT_MS, unwrap } from './reply.ts';
import { signed } from './sign.ts';

/** Calls that failed for one account must not keep the next one waiting. */
onSessionEnd(forgetFailures);

export interface CallOptions {
  /** Idempotency key of a POST. One intent of a person keeps one key over all its tries; see `intent`. */
  key?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Asked by the app itself, not by somebody's tap: a GET that is known to fail waits (src/lib/back-off.ts). */
  backOff?: boolean;
}

export type Arguments<K extends CallName> =
  {} extends Input<K> ? [input?: Input<K>, options?: CallOptions] : [input: Input<K>, options?: CallOptions];

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** Timeout and the caller's own stop, told apart afterwards by the signal that fired. */
function faultOf(timeout: AbortSignal, stop?: AbortSignal) {
  if (stop?.aborted) return transportError('aborted');
  return transportError(timeout.aborted ? 'timeout' : 'offline');
}

async function request(method: string, path: string, params: Record<string, unknown>, options: CallOptions) {
  const askedWith = read(tokenAtom);
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const post = method === 'POST';
  const headers = headersOf(post ? (options.key ?? uuid()) : undefined);
  const body = post ? JSON.stringify(await signed(params)) : undefined;
  let reply: { body: unknown; headers: Headers };
  try {
    const response = await fetch(apiUrl(post ? path : path + queryOf(params)), {
      method,
      signal,
      headers: post ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    reply = { body: parse(text), headers: response.headers };
  } catch {
    throw lostOnTheWay(faultOf(timeout, options.signal));
  }
  return unwrap(reply.body, reply.headers, askedWith);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const KIND = {
  isTemporary,
  askedWait: (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : 0),
};

/** `call` without the comfort of optional arguments, for helpers that pass a call on. */
export async function send<K extends CallName>(
  name: K,
  input: unknown,
  options: CallOptions,
): Promise<Output<K>> {
  const [method = '', path = ''] = name.split(' ');
  const ask = () => request(method, path, { ...(input as Record<string, unknown>) }, options);
  const answer = options.backOff ? backedOff(name, ask, KIND) : ask();
  return (await answer) as Output<K>;
}

/**
 * Makes a call of the contract and gives its `data`.
 * @example const miner = await call('GET /api/mining/index');
 * @throws ApiError for a refusal (by its code) and for a transport fault.
 */
export const call = <K extends CallName>(name: K, ...[input, options]: Arguments<K>): Promise<Output<K>> =>
  send(name, input, options ?? {});

/** Keys of intents whose outcome is not known, by account, call and input: they outlive the sheet that began them. */
const openKeys = new Map<string, string>();

/** The key of an intent: the one of an earlier try whose outcome is not known, else a new one. */
export function intentKey(name: CallName, input: unknown) {
  const about = JSON.stringify([read(walletAtom).address.toLowerCase(), name, input ?? {}]);
  const key = openKeys.get(about) ?? uuid();
  return {
    key,
    /** It is sent, and an answer may be lost. */
    sent: () => void openKeys.set(about, key),
    /** What became of it is known. */
    known: () => void openKeys.delete(about),
  };
}

/** A server that failed may have done it all the same: the answer to its commit may be what was lost. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof ApiError && (error.transport || error.name === 'internal' || error.name === 'unavailable');

/**
 * One intent of a person: its first try and every retry while the outcome is not known carry the same Idempotency-Key; once
 * an answer is known (success or refusal), the next try is a new intent.
 */
export function intent<K extends CallName>(name: K) {
  return async (input: unknown): Promise<Output<K>> => {
    const { key, sent, known } = intentKey(name, input);
    sent();
    try {
      const data = await send(name, input, { key });
      known();
      return data;
    } catch (error) {
      if (!isUnsure(error)) known();
      throw error;
    }
  };
}
