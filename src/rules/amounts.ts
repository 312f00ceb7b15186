/**
 * Exact amounts. In memory an amount is a bigint in smallest units (10^-18 of a coin, for every coin and for hashrate);
 * in the API it is a decimal string without sign or exponent (contract, "Every call").
 */
import { decimalsOf } from './decimals.ts';

export const DECIMALS = 18;

/** One coin, one unit of hashrate, or a share of 1, in smallest units. */
export const UNIT = 10n ** BigInt(DECIMALS);
const SHAPE = /^\d{1,20}(\.\d+)?$/;

/** True for a well-formed amount: digits, at most 20 before the point, no sign, no exponent, 38 digits in all. */
export const isAmountText = (text: string): boolean => SHAPE.test(text) && text.length <= 39;

/**
 * Parses a decimal string into smallest units.
 * @throws RangeError when it is malformed or has more than 18 decimals; nothing is rounded
 */
export function toUnits(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (!SHAPE.test(text) || fraction.length > DECIMALS) throw new RangeError(`not an amount: ${text}`);
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, '0'));
}

/** Parses a decimal string into smallest units; null when it is malformed or has more than `decimals` decimals. */
export const readUnits = (text: string, decimals = DECIMALS): bigint | null =>
  isAmountText(text) && decimalsOf(text) <= decimals ? toUnits(text) : null;

/**
 * Formats smallest units as the shortest decimal string: 12n * 10n ** 18n is "12". A negative amount keeps its sign.
 */
export function fromUnits(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const size = units < 0n ? -units : units;
  const fraction = (size % UNIT).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${sign}${size / UNIT}${fraction && `.${fraction}`}`;
}

/**
 * A whole number with the given number of decimals, such as a token's smallest units or a feed's answer, in our
 * smallest units; anything finer than ours is dropped.
 */
export const fromDecimals = (value: bigint, decimals: number): bigint =>
  decimals <= DECIMALS
    ? value * 10n ** BigInt(DECIMALS - decimals)
    : value / 10n ** BigInt(decimals - DECIMALS);

/** The reverse, for at most 18 decimals; anything finer than the token's units is dropped. */
export const toDecimals = (units: bigint, decimals: number): bigint => units / fromDecimals(1n, decimals);

/** An amount truncated to the given number of decimals. */
export const wholeSteps = (units: bigint, decimals: number): bigint =>
  units - (units % fromDecimals(1n, decimals));

/** What is left of a limit. A limit lowered during the day may already have been exceeded. */
export const leftOf = (limit: bigint, spent: bigint): bigint => (spent < limit ? limit - spent : 0n);

/** `units × rate`, both in smallest units, rounded down (product, "Money": rounding is always down). */
export const times = (units: bigint, rate: bigint): bigint => (units * rate) / UNIT;
