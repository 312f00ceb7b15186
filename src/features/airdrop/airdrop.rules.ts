// Coupon codes as people type them, descriptions of gifts, and how long to wait after too many tries. Pure.
import type { Output } from '#contract';
import { amountText } from '#lib/amounts.ts';
import { decimalsOf } from '#rules/decimals.ts';
import { COUPON_LENGTH } from '#rules/figures.ts';

export type Grant = Output<'GET /api/assets/grants'>['items'][number];
export type Gift = Output<'POST /api/assets/redeem'>;

/**
 * Reduces typed or pasted text to valid code characters: spaces are dropped; full-width letters, long dashes and the
 * mark that Japanese keyboards type for a hyphen are converted. Case is unchanged, so that the caret stays in place; the
 * field shows capitals.
 */
export const cleanCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\u30fc]/g, '-')
    .replace(/[^A-Za-z0-9-]/g, '');

/** No coupon has a code this long. It isn't cut: what is left could be another coupon's code. */
export const isTooLong = (code: string): boolean => code.length > COUPON_LENGTH;

/** An amount with all its decimals: gifts are shown exactly. */
export const exactText = (amount: string, language: string, sign = false): string =>
  amountText(amount, language, { max: decimalsOf(amount), sign });

/** "5 ADIT"; undefined when no coins were given. */
export const coinsText = ({ coin, amount }: Pick<Gift, 'coin' | 'amount'>, language: string) =>
  coin === null || amount === null ? undefined : `${exactText(amount, language)} ${coin}`;

/** The server's seconds as whole minutes, rounded up; null if it named none. */
export function minutesToWait(data: unknown): number | null {
  const seconds = (data as { retryAfter?: unknown } | null)?.retryAfter;
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds / 60) : null;
}
