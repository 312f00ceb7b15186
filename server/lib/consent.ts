/**
 * Texts that a wallet signs for one purpose, once and at one time: a stolen session alone cannot do what they approve.
 * Pure: the caller checks the signature and uses up the nonce.
 */
import { MINUTE_MS } from '#rules/days.ts';
import { CONSENT_MINUTES } from '#rules/figures.ts';

export const CONSENT_MS = CONSENT_MINUTES * MINUTE_MS;

export interface Once {
  readonly time: Date;
  readonly nonce: string;
}

/** The end of every such text. */
export const onceText = ({ time, nonce }: Once): string => `Time: ${time.toISOString()}\nNonce: ${nonce}`;

const ONCE = /\nTime: (\S+)\nNonce: ([0-9a-f]{32})$/;

/** The nonce that a text ends with, whatever its terms; undefined if there is none. */
export const nonceIn = (text: string): string | undefined => ONCE.exec(text)?.[2];

/**
 * Time and nonce of a text that is fresh and exactly what `write` generates from them; undefined for any other text.
 */
export function readOnce(text: string, write: (once: Once) => string, now: Date): Once | undefined {
  const [, at = '', nonce = ''] = ONCE.exec(text) ?? [];
  const time = new Date(at);
  const age = now.getTime() - time.getTime();
  if (!(age >= 0 && age <= CONSENT_MS)) return undefined;
  return write({ time, nonce }) === text ? { time, nonce } : undefined;
}
