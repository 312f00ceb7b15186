/** Identifies the sender: the VAPID token of RFC 8292, signed with the server's own P-256 key. */
import { type KeyObject, createECDH, createPrivateKey, sign } from 'node:crypto';
import { CURVE } from './webpush.ts';

/** Half of the day that a token may live at most (RFC 8292, section 2), since services' clocks may differ. */
const LIFE_S = 12 * 3600;
/** A token is reused until this much of its lifetime is left. */
const SPARE_S = 3600;
/** The most tokens cached. There are only a few real services, but a user may name any number of others. */
const KEPT = 100;

export interface Vapid {
  /** An uncompressed point in base64url: browsers subscribe with it. */
  readonly publicKey: string;
  /** The `Authorization` header for a push service, in real time: services know no other clock. */
  authorization(endpoint: URL, wall: Date): string;
}

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 8292, section 2: ES256 over audience (the service's origin), expiry and contact. */
function tokenFor(audience: string, subject: string, expires: number, key: KeyObject): string {
  const unsigned = `${text({ typ: 'JWT', alg: 'ES256' })}.${text({ aud: audience, exp: expires, sub: subject })}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `${unsigned}.${signature.toString('base64url')}`;
}

/**
 * The public key of a private one, an uncompressed point in base64url. @throws Error for 32 bytes that are not a valid
 * key.
 */
function publicKeyOf(privateKey: Uint8Array): string {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  return ecdh.getPublicKey('base64url');
}

/** `subject` is a contact address of the operator, `mailto:` or `https:`. */
export function vapidOf(privateKey: Uint8Array, subject: string): Vapid {
  const publicKey = publicKeyOf(privateKey);
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: Buffer.from(privateKey).toString('base64url') },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  /** One token per service, since some limit how often a new one may come. The oldest is dropped first. */
  const tokens = new Map<string, { token: string; expires: number }>();
  return {
    publicKey,
    authorization({ origin }, wall) {
      const now = Math.floor(wall.getTime() / 1000);
      let known = tokens.get(origin);
      if (!known || known.expires - now < SPARE_S || known.expires - now > LIFE_S) {
        const expires = now + LIFE_S;
        known = { token: tokenFor(origin, subject, expires, key), expires };
        tokens.delete(origin);
        for (const oldest of tokens.keys()) if (tokens.size >= KEPT) tokens.delete(oldest);
        tokens.set(origin, known);
      }
      return `vapid t=${known.token}, k=${publicKey}`;
    },
  };
}
