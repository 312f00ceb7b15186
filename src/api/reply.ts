// Headers of a request and the envelope of its reply, shared by plain calls and uploads.
import type { Envelope } from '#contract/call.ts';
import { wireLanguage } from '#contract/languages.ts';
import { currentLanguage } from '#lib/locale.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { learnServerTime } from '#lib/time.ts';
import { type ApiError, refusal, reportExpired, transportError } from './errors.ts';

/** The specification's network timeout. */
export const TIMEOUT_MS = 60_000;

/** Same origin unless the build names another host. */
export const apiUrl = (path: string): string => `${import.meta.env.VITE_API_BASE ?? ''}${path}`;

export function headersOf(key?: string): Record<string, string> {
  const token = read(tokenAtom);
  return {
    'Accept-Language': wireLanguage(currentLanguage()),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  };
}

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number';

/** A list or a figure of an old version may lack it; then the Date header has to do. */
function learnTime(data: unknown, date: string | null): void {
  if (date !== null) learnServerTime(Date.parse(date));
  if (
    typeof data === 'object' &&
    data !== null &&
    'serverTime' in data &&
    typeof data.serverTime === 'string'
  )
    learnServerTime(Date.parse(data.serverTime), true);
}

/** What an answer means for the connection is told to src/api/back.ts, whoever made the call. */
type Verdict = 'answered' | 'lost';
let tell: (verdict: Verdict) => void = () => undefined;
export const whenAnswered = (listener: (verdict: Verdict) => void): void => {
  tell = listener;
};

/** A fault on the way; a stop by the person says nothing about the connection. */
export function lostOnTheWay(fault: ApiError): ApiError {
  if (fault.name !== 'aborted') tell('lost');
  return fault;
}

/**
 * `data` of a reply with code 0; everything else is thrown as an ApiError. What is no envelope came from something between us
 * and the server. What a session has asked for is nobody's once that session is over: it counts as stopped. Code 401 is passed on
 * to the app when the session that asked is still the present one.
 */
export function unwrap(body: unknown, headers: Pick<Headers, 'get'>, askedWith: string | null): unknown {
  if (!isEnvelope(body)) throw lostOnTheWay(transportError('server'));
  learnTime(body.data, headers.get('Date'));
  const error = body.code === 0 ? undefined : refusal(body.code, body.message, body.data);
  tell(error?.name === 'unavailable' ? 'lost' : 'answered');
  if (askedWith !== null && askedWith !== read(tokenAtom)) throw transportError('aborted');
  if (!error) return body.data;
  error.retryAfterMs = 1000 * (Number(headers.get('Retry-After')) || 0);
  if (error.name === 'session_expired' && askedWith !== null) reportExpired(error);
  throw error;
}
