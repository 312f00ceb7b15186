/** Keys that the server creates for itself: one file each in DATA_DIR/keys, readable only by its owner. */
import { createECDH, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { createFile } from '#server/lib/create-file.ts';
import { ConfigError } from './config.ts';

/**
 * 32 bytes: the configured hex, or the file's content, or new bytes, which are first written to the file.
 * @throws ConfigError if the file contains anything else: a new key could not decrypt what the old one has encrypted.
 */
export function key32(
  given: string | undefined,
  dataDir: string,
  name: string,
  draw: () => Buffer = () => randomBytes(32),
): Buffer {
  if (given) return Buffer.from(given.replace(/^0x/, ''), 'hex');
  const folder = join(dataDir, 'keys');
  const file = join(folder, `${name}.key`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Of several processes starting at once, one creates it, and the others read its file.
  if (!fs.existsSync(file)) createFile(file, draw().toString('hex'), 0o600);
  const text = fs.readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-fA-F]{64}$/.test(text))
    throw new ConfigError(`${file} does not hold a key of 32 bytes in hex; put back the one that was there`);
  return Buffer.from(text, 'hex');
}

const P256 = 'prime256v1';

/** A private key of P-256; not every 32 bytes form one. */
function drawP256(): Buffer {
  const ecdh = createECDH(P256);
  ecdh.generateKeys();
  return Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex');
}

/** The public point of a private key, base64url; undefined if the key is invalid. */
function pointOf(key: Buffer): string | undefined {
  try {
    const ecdh = createECDH(P256);
    ecdh.setPrivateKey(key);
    return ecdh.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

/**
 * The private key of Web Push: the configured one, or the one that this server has created.
 * @throws ConfigError if it is invalid, or does not belong to the configured public key.
 */
export function vapidKey(
  given: { publicKey: string; privateKey: string } | undefined,
  dataDir: string,
): Buffer {
  const key = given
    ? Buffer.from(given.privateKey, 'base64url')
    : key32(undefined, dataDir, 'vapid', drawP256);
  const point = pointOf(key);
  if (given ? point !== given.publicKey.replace(/=+$/, '') : !point)
    throw new ConfigError(
      given
        ? 'VAPID_PRIVATE_KEY is not the private key of VAPID_PUBLIC_KEY'
        : `${join(dataDir, 'keys', 'vapid.key')} does not hold a key of P-256; put back the one that was there`,
    );
  return key;
}
