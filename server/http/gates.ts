/** What every POST has to pass before its own business begins: checksum, time, key. Pure; each refuses by its code. */
import { TIMESTAMP_TOLERANCE_MS } from '#contract/signing.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { refuseIssues } from './faults.ts';
import { isSigned, timestampOf } from './signature.ts';
import type { Params } from './signature.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Refuses with 1001 or 1002. Returns the parameters without `timestamp` and `sign`. */
export function checkSigned(params: Params, signKey: string, clock: Clock): Params {
  if (!isSigned(params, signKey)) refuse('bad_sign');
  const time = timestampOf(params);
  if (!time || !clock.near(time, TIMESTAMP_TOLERANCE_MS)) refuse('stale_timestamp');
  const { timestamp: _, sign: __, ...rest } = params;
  return rest;
}

/** The Idempotency-Key in lower case; refuses what is no UUID (RFC 9562, section 4). */
export function checkKey(header: string | string[] | undefined): string {
  const key = typeof header === 'string' ? header.toLowerCase() : '';
  if (!UUID.test(key)) refuseIssues([{ path: 'Idempotency-Key', reason: header ? 'not a UUID' : 'missing' }]);
  return key;
}
