// One try to send a queued action, signed anew each time, under the action's own Idempotency-Key; the page and the worker use it.
// And what the worker asks besides: the server's time, and how the miner stands.
import { HOUR_MS } from '#rules/days.ts';
import type { Output } from '#contract';
import type { Envelope } from '#contract/call.ts';
import { CODES, codeName } from '#contract/codes.ts';
import { learnServerTime } from '#lib/time.ts';
import type { OutboxItem, Reason } from './outbox.rules.ts';
import { signed } from './sign.ts';

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

const BASE: string = import.meta.env.VITE_API_BASE ?? '';

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number';

function learnTime(response: Response): void {
  const date = response.headers.get('Date');
  if (date !== null) learnServerTime(Date.parse(date));
}

/** Longer pauses are nobody's wish: something between us and the server has made them up. */
const LONGEST_ASKED_MS = HOUR_MS;

/** Milliseconds of a Retry-After header (RFC 9110, section 10.2.3), as far as it is in seconds. */
const askedWait = (response: Response): number =>
  Math.min(LONGEST_ASKED_MS, 1000 * Math.max(0, Number(response.headers.get('Retry-After')) || 0));

/** What a reply means for its action. Checksum and time say nothing about the action itself: it is kept. */
function meaningOf(status: number, { code, message, data }: Envelope<unknown>, afterMs: number): Answer {
  if (code === 0) return { kind: 'ok', data };
  if (code === CODES.session_expired.code) return { kind: 'no_session', message };
  if (code === CODES.stale_timestamp.code) return { kind: 'wrong_time' };
  if (code === CODES.bad_sign.code || code === CODES.too_many_requests.code || status >= 500)
    return { kind: 'later', afterMs, unsure: status >= 500 };
  return { kind: 'refused', reason: { code, name: codeName(code) ?? 'unknown', message, data } };
}

type Send = typeof globalThis.fetch;

export async function sendOnce(item: OutboxItem, token: string, fetch: Send): Promise<Answer> {
  const [method = '', path = ''] = item.call.split(' ');
  const body = JSON.stringify(await signed({ ...item.input }));
  try {
    const response = await fetch(BASE + path, {
      method,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': item.lang,
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': item.id,
      },
    });
    const reply: unknown = await response.json();
    // What is no envelope came from something between us and the server.
    if (!isEnvelope(reply)) return { kind: 'lost' };
    learnTime(response);
    return meaningOf(response.status, reply, askedWait(response));
  } catch {
    return { kind: 'lost' };
  }
}

/** Asks for the server's time alone, by a call that costs it nothing. False without an answer. */
export async function askTime(fetch: Send): Promise<boolean> {
  try {
    const response = await fetch(`${BASE}/api/mining/config`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!isEnvelope(await response.json())) return false;
    learnTime(response);
    return true;
  } catch {
    return false;
  }
}

/** A reminder must not be held up, and a worker is not given much time. */
const MINER_TIMEOUT_MS = 4000;

/** The miner of the account that the token is of; undefined when it cannot be asked. */
export async function askMiner(
  token: string,
  fetch: Send,
): Promise<Output<'GET /api/mining/index'> | undefined> {
  try {
    const response = await fetch(`${BASE}/api/mining/index`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(MINER_TIMEOUT_MS),
      headers: { Authorization: `Bearer ${token}` },
    });
    const reply: unknown = await response.json();
    if (!isEnvelope(reply) || reply.code !== 0) return undefined;
    learnTime(response);
    return reply.data as Output<'GET /api/mining/index'>;
  } catch {
    return undefined;
  }
}
