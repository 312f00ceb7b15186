/**
 * Seeds of draws: 32 bytes from the operating system's CSPRNG, encrypted before anyone learns their hash. Neither a
 * copy of the database nor anyone reading it reveals a result before the chain has decided it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { seedHash } from '#draws/hash.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEED_BYTES = 32;
/** Separates this key from every other key derived from the same secret (RFC 5869, section 3.2). */
const INFO = 'draw seeds';

/** An encrypted seed, with the hash that is published. */
interface SealedSeed {
  readonly seedHash: string;
  readonly sealed: Buffer;
}

/** The key that encrypts seeds, derived from the 32 bytes that encrypt documents (HKDF-SHA256). */
export const seedKey = (documentKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', documentKey, new Uint8Array(0), INFO, 32));

/** A new seed for the draw of this id. The id is authenticated, so a seed opens only for its own draw (AES-256-GCM, NIST SP 800-38D). */
export function newSeed(key: Buffer, id: string): SealedSeed {
  const seed = `0x${randomBytes(SEED_BYTES).toString('hex')}`;
  return { seedHash: seedHash(seed), sealed: sealSeed(key, id, seed) };
}

/** Encrypts a draw's seed: 0x and 64 hex digits. */
export function sealSeed(key: Buffer, id: string, seed: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
  const bytes = Buffer.from(seed.slice(2), 'hex');
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts a draw's seed: 0x and 64 hex digits. Null if key, draw or bytes are not those used for encryption, or if the
 * seed does not match the published hash.
 */
export function openSeed(
  key: Buffer,
  id: string,
  one: { seedHash: string; sealed: Uint8Array },
): string | null {
  const bytes = Buffer.from(one.sealed);
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(id));
    cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const seed = `0x${cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'hex')}${cipher.final('hex')}`;
    return seedHash(seed) === one.seedHash ? seed : null;
  } catch {
    return null;
  }
}
