// Headers of a request and the envelope of its reply, shared by plain calls and uploads.
import type { Envelope } from '#contract/call.ts';
import { currentLanguage, wireLanguage } from '#lib/locale.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { learnServerTime } from '#lib/time.ts';
import { refusal, reportExpired, transportError } from './errors.ts';

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

/**
 * `data` of a reply with code 0; everything else is thrown as an ApiError. What is no envelope came from something between us
 * and the server. Code 401 is passed on to the app when the session that asked is still the present one.
 */
export function unwrap(body: unknown, date: string | null, askedWith: string | null): unknown {
  if (!isEnvelope(body)) throw transportError('offline');
  learnTime(body.data, date);
  if (body.code === 0) return body.data;
  const error = refusal(body.code, body.message, body.data);
  if (error.name === 'session_expired' && askedWith !== null && askedWith === read(tokenAtom))
    reportExpired(error);
  throw error;
}
