/**
 * Reads a push request as a browser and a push service do, written from the standards and not from the sender's code: decrypts the body
 * (RFC 8188, RFC 8291) and checks the sender's token (RFC 8292).
 */
import {
  type ECDH,
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A device's keys, as its browser stores them. */
export interface DeviceKeys {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

export function newDeviceKeys(): DeviceKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

const hmac = (key: Uint8Array, ...parts: (Uint8Array | string)[]) => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/**
 * Decrypts an `aes128gcm` body: salt (16 bytes), record size (4), key id length (1), the sender's public key as the key id, one record.
 * @throws Error that says which rule the body breaks
 */
export function decrypt(body: Buffer, { ecdh, auth }: DeviceKeys): string {
  if (body.length > 4096) throw new Error(`${body.length} octets: a push service takes 4096`);
  const [salt, size, named] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const [sender, record] = [body.subarray(21, 21 + named), body.subarray(21 + named)];
  if (named !== 65 || sender[0] !== 4) throw new Error('the name of the key is not an uncompressed point');
  if (size < 18 || record.length > size) throw new Error('more than one record, or a size below 18');
  const shared = ecdh.computeSecret(sender);
  const mixed = hmac(hmac(auth, shared), 'WebPush: info\0', ecdh.getPublicKey(), sender, '\u0001');
  const pseudo = hmac(salt, mixed);
  const key = hmac(pseudo, 'Content-Encoding: aes128gcm\0', '\u0001').subarray(0, 16);
  const nonce = hmac(pseudo, 'Content-Encoding: nonce\0', '\u0001').subarray(0, 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((octet) => octet !== 0);
  if (padded[end] !== 2) throw new Error('the last record does not end with the octet 2');
  return padded.subarray(0, end).toString();
}

export interface Vapid {
  readonly header: { readonly alg: string; readonly typ?: string };
  /** `exp` is in seconds since the epoch. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key that signed it, base64url. */
  readonly publicKey: string;
}

const json = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as never;

/** Makes a key from an uncompressed P-256 point in base64url. @throws Error if it is not a point on the curve */
export function pointKey(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('not an uncompressed point');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}

/** The sender's token. Its signature is checked with the key in the same header. */
export function vapidOf(headers: IncomingHttpHeaders): Vapid {
  const [scheme, ...rest] = (headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'vapid') throw new Error(`the scheme is ${scheme}`);
  const params = Object.fromEntries(
    rest
      .join(' ')
      .split(',')
      .map((each) => /^\s*(\w+)=(.*?)\s*$/.exec(each)?.slice(1) as [string, string]),
  ) as { t?: string; k?: string };
  const [header, claims, signature] = (params.t ?? '').split('.');
  const key = { key: pointKey(params.k ?? ''), dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('sha256', signed, key, Buffer.from(signature ?? '', 'base64url')))
    throw new Error('the token is not signed by its key');
  return { header: json(header), claims: json(claims), publicKey: params.k ?? '' };
}

/** Settings with a new key pair for the sender. */
export function newVapidKeys() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return {
    VAPID_PUBLIC_KEY: ecdh.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: ecdh.getPrivateKey().toString('base64url'),
    VAPID_SUBJECT: 'https://adit.example/contact',
  };
}
