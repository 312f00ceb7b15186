/**
 * Checks that every POST must pass before its own work begins (checksum, time, key), and the digest under which its reply is stored.
 * Pure: the canonical text comes from the contract, the HMAC from node:crypto.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CallName } from '#contract';
import { TIMESTAMP_TOLERANCE_MS, canonical } from '#contract/signing.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { refuseIssues } from './faults.ts';

export type Params = Readonly<Record<string, unknown>>;

/** HMAC-SHA256 of the canonical parameters, in lower-case hex (RFC 2104). */
export const signatureOf = (params: Params, signKey: string): string =>
  createHmac('sha256', signKey).update(canonical(params)).digest('hex');

/** Whether `params.sign` signs the other parameters. Compares in constant time and accepts hex digits of either case. */
export function isSigned(params: Params, signKey: string): boolean {
  const { sign } = params;
  if (typeof sign !== 'string' || !/^[0-9a-fA-F]{64}$/.test(sign)) return false;
  return timingSafeEqual(Buffer.from(sign, 'hex'), Buffer.from(signatureOf(params, signKey), 'hex'));
}

/** The time of a request: milliseconds since the epoch, as text. Undefined if malformed. */
export function timestampOf(params: Params): Date | undefined {
  const { timestamp } = params;
  return typeof timestamp === 'string' && /^\d{1,15}$/.test(timestamp)
    ? new Date(Number(timestamp))
    : undefined;
}

/**
 * The text that says what a request asks for: call, canonical parameters with those that are null, which removes
 * something, and the SHA-256 of each file. It leaves out timestamp and sign, because the outbox signs again each time it
 * sends.
 */
export function requestText(
  name: CallName,
  body: Params,
  files: Readonly<Record<string, { readonly digest: string }>>,
): string {
  const { timestamp: _, sign: __, ...asked } = body;
  const nulls = Object.keys(asked)
    .filter((field) => asked[field] === null)
    .map((field) => `\n${field}: null`)
    .sort();
  const documents = Object.entries(files)
    .map(([field, { digest }]) => `\n${field}=${digest}`)
    .sort();
  return `${name}\n${canonical(asked)}${nulls.join('')}${documents.join('')}`;
}

/** SHA-256 of a request's text: the same key with another digest is a conflict. */
export const requestDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Refuses with 1001 if no key matches the signature, or with 1002. Returns the parameters without `timestamp` and
 * `sign`.
 */
export function checkSigned(params: Params, signKeys: readonly string[], clock: Clock): Params {
  if (!signKeys.some((key) => isSigned(params, key))) refuse('bad_sign');
  const time = timestampOf(params);
  if (!time || !clock.near(time, TIMESTAMP_TOLERANCE_MS)) refuse('stale_timestamp');
  const { timestamp: _, sign: __, ...rest } = params;
  return rest;
}

/** The Idempotency-Key in lower case; refuses anything but a UUID (RFC 9562, section 4). */
export function checkKey(header: string | string[] | undefined): string {
  const key = typeof header === 'string' ? header.toLowerCase() : '';
  if (!UUID.test(key)) refuseIssues([{ path: 'Idempotency-Key', reason: header ? 'not a UUID' : 'missing' }]);
  return key;
}
