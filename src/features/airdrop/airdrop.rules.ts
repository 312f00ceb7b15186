// Coupon codes as people type them, what a gift is in words, and how long who has tried too often waits. Pure.
import type { Output } from '#contract';
import { amountText } from '#lib/amounts.ts';
import { decimalsOf } from '#rules/decimals.ts';
import { COUPON_LENGTH } from '#rules/figures.ts';

export type Grant = Output<'GET /api/assets/grants'>['items'][number];
export type Gift = Output<'POST /api/assets/redeem'>;

/**
 * What of a typed or pasted text can stand in a code: blanks are dropped, full-width letters and long dashes forgiven. Case is
 * left as it is, so that the caret stays where it was; the field shows capitals.
 */
export const cleanCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^A-Za-z0-9-]/g, '')
    .slice(0, COUPON_LENGTH);

/** An amount with all of its decimals: what was given is told to the last one. */
export const exactText = (amount: string, language: string, sign = false): string =>
  amountText(amount, language, { max: decimalsOf(amount), sign });

/** "5 ADIT"; undefined when no coins were given. */
export const coinsText = ({ coin, amount }: Pick<Gift, 'coin' | 'amount'>, language: string) =>
  coin === null || amount === null ? undefined : `${exactText(amount, language)} ${coin}`;

/** Whole minutes, rounded up, of the seconds that the server said; null when it did not say. */
export function minutesToWait(data: unknown): number | null {
  const seconds = (data as { retryAfter?: unknown } | null)?.retryAfter;
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds / 60) : null;
}
