/**
 * Keyed names: the same text always has the same one, and without the key the text cannot be guessed. They stand for
 * networks and accounts in tables and logs, and for what a deleted account had.
 */
import { createHmac } from 'node:crypto';

/** The hexadecimal name of a text for one purpose; names for different purposes cannot be compared. */
export const nameOf = (key: Uint8Array, purpose: string, text: string, length = 32): string =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest('hex').slice(0, length);

export type Marked = 'address' | 'uid';

/** HMAC-SHA256 of the text in lower case. */
export const markOf = (key: Uint8Array, what: Marked, text: string): Buffer =>
  createHmac('sha256', key).update(`deleted ${what} ${text.toLowerCase()}`).digest();
