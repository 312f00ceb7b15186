/** What a device signs and how that is checked, as pure functions. ECDSA over P-256 with SHA-256 (RFC 7518, section 3.4). */
import { createPublicKey, randomBytes, randomInt, verify } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#rules/days.ts';
import { CHALLENGE_MINUTES, DEVICE_DAYS, PAIRING_MINUTES } from '#rules/figures.ts';

export const CHALLENGE_MS = CHALLENGE_MINUTES * MINUTE_MS;
export const PAIRING_MS = PAIRING_MINUTES * MINUTE_MS;

/** The public half of a device's key: x and y in base64url. */
interface PublicKey {
  readonly x: string;
  readonly y: string;
}

/** 128 random bits: nobody can guess somebody else's device. */
export const newDeviceId = (): string => randomBytes(16).toString('base64url');

/** Six digits that a person reads from one device and enters on another. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** When a device expires if it is not used again. */
export const expiryOf = (lastUsed: Date): Date => new Date(lastUsed.getTime() + DEVICE_DAYS * DAY_MS);

/** What the device signs. It names the device, so a challenge is good for only one device. */
export const challengeOf = (deviceId: string, nonce: string): string => `Adit device ${deviceId} ${nonce}`;

/** The nonce of a challenge for this device; undefined for any other text. */
export function nonceOf(challenge: string, deviceId: string): string | undefined {
  const [, nonce] = /^Adit device [\w-]{22} ([0-9a-f]{32})$/.exec(challenge) ?? [];
  return nonce !== undefined && challenge === challengeOf(deviceId, nonce) ? nonce : undefined;
}

const keyOf = ({ x, y }: PublicKey) =>
  createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });

/** The 64 bytes that are stored; undefined if the point is not on the curve. */
export function pointOf(key: PublicKey): Buffer | undefined {
  try {
    keyOf(key);
  } catch {
    return undefined;
  }
  return Buffer.concat([Buffer.from(key.x, 'base64url'), Buffer.from(key.y, 'base64url')]);
}

/** Whether the key of a stored point made this signature over a challenge. */
export function isSignedBy(point: Uint8Array, challenge: string, signature: string): boolean {
  const bytes = Buffer.from(point);
  const [x, y] = [bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url')];
  const key = { key: keyOf({ x, y }), dsaEncoding: 'ieee-p1363' as const };
  return verify('sha256', Buffer.from(challenge, 'utf8'), key, Buffer.from(signature, 'base64url'));
}
