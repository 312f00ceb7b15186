/**
 * Keyed marks of what a deleted account had: the same text always has the same mark, and without the key the text
 * cannot be guessed.
 */
import { createHmac } from 'node:crypto';

export type Marked = 'address' | 'uid';

/** HMAC-SHA256 of the text in lower case. */
export const markOf = (key: Uint8Array, what: Marked, text: string): Buffer =>
  createHmac('sha256', key).update(`deleted ${what} ${text.toLowerCase()}`).digest();
