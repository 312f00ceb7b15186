// The one HTTP client of page and worker: signs, sends, parses the envelope and learns the server's time. It knows no
// session: the caller passes token, language and key.
import type { CallName } from '#contract';
import type { Envelope } from '#contract/call.ts';
import { canonical, DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { HOUR_MS } from '#rules/days.ts';
import { hexDigits, uuid } from '#lib/ids.ts';
import { learnServerTime, serverNow } from '#lib/time.ts';

/** The specification's network timeout. */
export const TIMEOUT_MS = 60_000;

/** A server that asks for a longer wait is not believed: something in between may have made it up. */
const LONGEST_ASKED_MS = HOUR_MS;

export interface Sender {
  token?: string | null;
  /** As in Accept-Language. */
  lang?: string;
  /** Idempotency key of a POST. */
  key?: string;
  /** A UUID that identifies all tries of one action in the server's log; otherwise each try has its own. */
  trace?: string;
}

interface RequestOptions extends Sender {
  signal?: AbortSignal;
  timeoutMs?: number;
}

export interface Reply extends Envelope<unknown> {
  status: number;
  /** The wait that the server asked for with `Retry-After` (RFC 9110, section 10.2.3), in milliseconds. */
  retryAfterMs: number;
  /** The server had carried out this POST before, under the same key, and repeats its answer. */
  replayed: boolean;
}

/**
 * Why there is no reply. `server`: the response is not an envelope, so it is from something between the server and us.
 */
type Fault = 'timeout' | 'aborted' | 'offline' | 'server';

const encoder = new TextEncoder();
let signKey: Promise<CryptoKey> | undefined;

/** WebCrypto exists only on https and localhost; elsewhere a page cannot sign, and throws. */
function importKey(): Promise<CryptoKey> {
  const secret = import.meta.env.VITE_SIGN_KEY || DEVELOPMENT_SIGN_KEY;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return (signKey ??= crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']));
}

type Signed = Record<string, unknown> & { timestamp: string; sign: string };

/**
 * The parameters of a POST with `timestamp`, on the server's clock, and `sign`, the HMAC of the canonical text
 * (contract, "Every call"). Computed for every try, because a timestamp expires after 5 minutes.
 */
export async function signed(params: Readonly<Record<string, unknown>>): Promise<Signed> {
  const stamped = { ...params, timestamp: String(serverNow()) };
  const mac = await crypto.subtle.sign('HMAC', await importKey(), encoder.encode(canonical(stamped)));
  return { ...stamped, sign: hexDigits(new Uint8Array(mac)) };
}

/** The URL of a call, with its query. Same origin unless the build names another host. */
export function urlOf(name: `${'GET' | 'POST'} /${string}`, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(field, String(value));
  }
  const [, path = ''] = name.split(' ');
  return `${import.meta.env.VITE_API_BASE ?? ''}${path}${search.size ? `?${search}` : ''}`;
}

/** As hex digits. */
const digits = (id: string): string => id.replaceAll('-', '');

export const headersOf = ({ token, lang, key, trace = uuid() }: Sender): Record<string, string> => ({
  // W3C Trace Context: random, so that it reveals nothing about the sender.
  traceparent: `00-${digits(trace)}-${digits(uuid()).slice(0, 16)}-01`,
  ...(lang !== undefined && { 'Accept-Language': lang }),
  ...(token && { Authorization: `Bearer ${token}` }),
  ...(key !== undefined && { 'Idempotency-Key': key }),
});

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number';

/** Parses the response to a request sent at `sentAt`, whoever sent it, and learns the server's time from it. */
export function readReply(
  body: unknown,
  { status, headers }: { status: number; headers: Pick<Headers, 'get'> },
  sentAt: number,
): Reply | 'server' {
  if (!isEnvelope(body)) return 'server';
  const date = headers.get('Date');
  // A reply that may be cached can come from the browser's cache, with an old date.
  if (date !== null && !headers.get('Cache-Control')?.includes('max-age'))
    learnServerTime(Date.parse(date), sentAt, 1000);
  const asked = 1000 * Math.max(0, Number(headers.get('Retry-After')) || 0);
  const replayed = headers.get('Idempotent-Replay') === 'true';
  return { ...body, status, retryAfterMs: Math.min(LONGEST_ASKED_MS, asked), replayed };
}

/** More exact than a Date header. Only from a GET: the reply of a POST may be a replay from days ago. */
function learnExactTime(data: unknown, sentAt: number): void {
  if (typeof data === 'object' && data !== null && 'serverTime' in data)
    learnServerTime(Date.parse(String(data.serverTime)), sentAt, 1);
}

/** Sends a call of the contract once. A refusal by the server is a reply; a transport fault is returned by name. */
export async function request(
  name: CallName,
  input: object,
  { signal: stop, timeoutMs = TIMEOUT_MS, ...sender }: RequestOptions,
): Promise<Reply | Fault> {
  const isPost = name.startsWith('POST ');
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
  const init = isPost
    ? {
        method: 'POST',
        headers: {
          ...headersOf({ ...sender, key: sender.key ?? uuid() }),
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(await signed({ ...input })),
      }
    : { method: 'GET', headers: headersOf(sender) };
  const sentAt = Date.now();
  try {
    const response = await fetch(urlOf(name, isPost ? {} : input), { ...init, signal });
    const text = await response.text();
    const reply = readReply(parse(text), response, sentAt);
    if (!isPost && reply !== 'server') learnExactTime(reply.data, sentAt);
    return reply;
  } catch {
    if (stop?.aborted) return 'aborted';
    return timeout.aborted ? 'timeout' : 'offline';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
