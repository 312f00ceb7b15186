/** How a key is named without revealing it. */
import { createHash } from 'node:crypto';

/** The first 32 bits of SHA-256 in hex: enough to distinguish keys, while revealing nothing about them. */
export const fingerprint = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 8);
