/** Who sends: the VAPID token of RFC 8292, signed with the server's own key of P-256. */
import { type KeyObject, createECDH, createPrivateKey, sign } from 'node:crypto';
import { CURVE } from './webpush.ts';

/** Half of the day that a token may live at most (RFC 8292, section 2): clocks of services may differ. */
const LIFE_S = 12 * 3600;
/** A token is used again until so little of its life is left. */
const SPARE_S = 3600;
/** The most cached tokens. There are only a few real services, but a person may name any number of others. */
const KEPT = 100;

export interface Vapid {
  /** An uncompressed point, base64url: what browsers subscribe with. */
  readonly publicKey: string;
  /** `Authorization` for a push service, by the machine's time: services know no other. */
  authorization(endpoint: URL, wall: Date): string;
}

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 8292, section 2: ES256 over audience (the service's origin), expiry and contact. */
function tokenFor(audience: string, subject: string, expires: number, key: KeyObject): string {
  const unsigned = `${text({ typ: 'JWT', alg: 'ES256' })}.${text({ aud: audience, exp: expires, sub: subject })}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `${unsigned}.${signature.toString('base64url')}`;
}

/** The public key of a private one, an uncompressed point as base64url. @throws Error for 32 bytes that are no key. */
function publicKeyOf(privateKey: Uint8Array): string {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  return ecdh.getPublicKey('base64url');
}

/** `subject` is a contact of the operator, `mailto:` or `https:`. */
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
  /** One token a service, since some of them limit how often a new one may come; the one made longest ago makes room. */
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
