/**
 * Message encryption for Web Push (RFC 8291, content coding aes128gcm of RFC 8188), as pure functions over bytes. The
 * `web-push` package, with its 15 dependencies, generates salt and key itself, so it could not be tested against the
 * RFC's own example, and signs a new token for each message (compare vapid.ts).
 */
import { ECDH, createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export const CURVE = 'prime256v1';
/** An uncompressed point of P-256: 0x04, x, y. */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** One record fits any message: services need not accept more than 4096 bytes (RFC 8030, section 7.2). */
const RECORD_BYTES = 4096;
/** Ends the last record (RFC 8188, section 2). */
const LAST_RECORD = 2;
/** The largest message: the record minus its tag and delimiter, and minus the header, which the 4096 bytes include. */
export const MAX_MESSAGE_BYTES = RECORD_BYTES - TAG_BYTES - 1 - (SALT_BYTES + 5 + POINT_BYTES);

/** Keys of a subscription as the browser generated them. */
export interface DeviceKeys {
  /** Its public key, a point on P-256. */
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
}

/** The bytes of a base64url text, with or without padding; undefined for anything else. */
function bytesOf(text: string): Buffer | undefined {
  const bare = text.replace(/={1,2}$/, '');
  const bytes = Buffer.from(bare, 'base64url');
  return bytes.toString('base64url') === bare ? bytes : undefined;
}

/** The point, if it is uncompressed and on the curve: an invalid one would reveal our key bit by bit. */
export function readPoint(text: string): Buffer | undefined {
  const bytes = bytesOf(text);
  if (bytes?.length !== POINT_BYTES || bytes[0] !== 4) return undefined;
  try {
    ECDH.convertKey(bytes, CURVE);
    return bytes;
  } catch {
    return undefined;
  }
}

/** The 16-byte secret that only the device and we share. */
export function readAuth(text: string): Buffer | undefined {
  const bytes = bytesOf(text);
  return bytes?.length === AUTH_BYTES ? bytes : undefined;
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Random for each message: 16 bytes of salt, and a private key on P-256. */
interface Once {
  readonly salt: Uint8Array;
  readonly privateKey: Uint8Array;
}

export const drawOnce = (): Once => {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { salt: randomBytes(SALT_BYTES), privateKey: ecdh.getPrivateKey() };
};

/**
 * The body of a push message (RFC 8291, section 3.4): the header with salt and our public key, and one encrypted record.
 * @throws RangeError for a message of more than `MAX_MESSAGE_BYTES`.
 */
export function encrypt(message: Uint8Array, device: DeviceKeys, once: Once): Buffer {
  if (message.length > MAX_MESSAGE_BYTES) throw new RangeError('the message does not fit into one record');
  const ours = createECDH(CURVE);
  ours.setPrivateKey(once.privateKey);
  const publicKey = ours.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), device.p256dh, publicKey]);
  const secret = derive(ours.computeSecret(device.p256dh), device.auth, keyInfo, 32);
  const key = derive(secret, once.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, once.salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(message), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()];
  const lengths = Buffer.alloc(5);
  lengths.writeUInt32BE(RECORD_BYTES);
  lengths.writeUInt8(publicKey.length, 4);
  return Buffer.concat([once.salt, lengths, publicKey, ...record, cipher.getAuthTag()]);
}
