/** Keyed marks of what a deleted account has had: the same text has the same one, and without the key it cannot be guessed. */
import { createHmac } from 'node:crypto';

export type Marked = 'address' | 'uid';

/** HMAC-SHA256 of the text in lower case. */
export const markOf = (key: Uint8Array, what: Marked, text: string): Buffer =>
  createHmac('sha256', key).update(`deleted ${what} ${text.toLowerCase()}`).digest();
