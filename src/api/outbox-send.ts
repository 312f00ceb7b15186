// One try to send a queued action, signed anew each time, under the action's own Idempotency-Key; the page and the worker use it.
import { CODES, codeName } from '#contract/codes.ts';
import type { OutboxItem, Reason } from './outbox.rules.ts';
import { type Reply, request } from './request.ts';

export type Answer =
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

/** What a reply means for its action. Checksum and time say nothing about the action itself: it is kept. */
function meaningOf({ status, code, message, data, retryAfterMs }: Reply): Answer {
  if (code === 0) return { kind: 'ok', data };
  if (code === CODES.session_expired.code) return { kind: 'no_session', message };
  if (code === CODES.stale_timestamp.code) return { kind: 'wrong_time' };
  if (code === CODES.bad_sign.code || code === CODES.too_many_requests.code || status >= 500)
    return { kind: 'later', afterMs: retryAfterMs, unsure: status >= 500 };
  return { kind: 'refused', reason: { code, name: codeName(code) ?? 'unknown', message, data } };
}

export async function sendOnce(item: OutboxItem, token: string): Promise<Answer> {
  const { id: key, lang } = item;
  const reply = await request(item.call, item.input, { token, lang, key, timeoutMs: TIMEOUT_MS });
  return typeof reply === 'string' ? { kind: 'lost' } : meaningOf(reply);
}

/** Asks for the server's time alone, by a call that costs it nothing. False without an answer. */
export const askTime = async (): Promise<boolean> =>
  typeof (await request('GET /api/mining/config', {}, { timeoutMs: TIMEOUT_MS })) !== 'string';
