/**
 * Replies that contain a secret (the session token) are stored encrypted. The key comes from the Idempotency-Key and
 * the whole request text, which for a sign-in contains the wallet's signature. The database has only that text's hash:
 * anyone who can read only the database cannot decrypt the reply; anyone who repeats the request can.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Separates these keys from any other use of the same text (RFC 5869, section 3.2). */
const INFO = 'adit idempotent reply v1';

const keyOf = (idempotencyKey: string, request: string) =>
  Buffer.from(hkdfSync('sha256', request, idempotencyKey, INFO, 32));

/** Encrypts a reply: base64 of iv, tag and ciphertext (AES-256-GCM, NIST SP 800-38D). */
export function seal(reply: string, idempotencyKey: string, request: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(idempotencyKey, request), iv);
  const body = Buffer.concat([cipher.update(reply, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** Decrypts a reply. @throws if key or request differs, or the text was altered. */
export function unseal(sealed: string, idempotencyKey: string, request: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(idempotencyKey, request), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
