/**
 * The checksum of a POST and the digest under which its reply is kept. Pure: the canonical text comes from the contract,
 * the HMAC from node:crypto.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CallName } from '#contract';
import { canonical } from '#contract/signing.ts';
import type { Upload } from './handlers.ts';

export type Params = Readonly<Record<string, unknown>>;

/** HMAC-SHA256 of the canonical parameters in lower-case hex (spec, section 7 "Request signing"; RFC 2104). */
export const signatureOf = (params: Params, signKey: string): string =>
  createHmac('sha256', signKey).update(canonical(params)).digest('hex');

/** Whether `params.sign` signs the other parameters. Compares in constant time; hex digits of either case. */
export function isSigned(params: Params, signKey: string): boolean {
  const { sign } = params;
  if (typeof sign !== 'string' || !/^[0-9a-fA-F]{64}$/.test(sign)) return false;
  return timingSafeEqual(Buffer.from(sign, 'hex'), Buffer.from(signatureOf(params, signKey), 'hex'));
}

/** The time of a request: milliseconds since the epoch, as text or (a lenient reading) as a number. Undefined when malformed. */
export function timestampOf(params: Params): Date | undefined {
  const { timestamp } = params;
  const text = typeof timestamp === 'number' ? String(timestamp) : timestamp;
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? new Date(Number(text)) : undefined;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * The text that says what a request asks for: call, canonical parameters, and the SHA-256 of each file. Timestamp and
 * sign are not in it, since the outbox signs anew each time it sends.
 */
export function requestText(
  name: CallName,
  body: Params,
  files: Readonly<Record<string, Upload | undefined>>,
): string {
  const { timestamp: _, sign: __, ...asked } = body;
  const documents = Object.keys(files)
    .sort()
    .map((field) => `\n${field}=${sha256((files[field] as Upload).bytes)}`);
  return `${name}\n${canonical(asked)}${documents.join('')}`;
}

/** SHA-256 of a request's text: the same key with another digest is a conflict. */
export const requestDigest = (text: string): Buffer => createHash('sha256').update(text).digest();
