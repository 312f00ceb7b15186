/**
 * The exchange: which coins can be swapped, which fund pays, and what an amount brings. Amounts in smallest units
 * (10^-18), prices in USDT per coin in the same units. Everything is rounded down, and the remainder stays in the
 * paying fund.
 */
import { UNIT, toUnits } from './amounts.ts';
import { EXCHANGE_FEE } from './figures.ts';

/** An amount has at most 20 digits before the point (contract, "Every call"), and no money column holds more. */
const TOO_MUCH = 10n ** 38n;

/** Which fund pays: ADIT is sold to the repurchase fund, everything else is paid from the reserve. */
export type PayingFund = 'buyback' | 'reserve';

/** A pair that cannot be swapped: the wrong field, and why. */
export interface WrongPair {
  path: 'from' | 'to';
  reason: string;
}

/** What is wrong with a pair, apart from prices; null if it can be swapped. ADIT can only be swapped with USDT. */
export function wrongPair(from: string, to: string): WrongPair | null {
  if (from === to) return { path: 'to', reason: 'the same coin' };
  if (from === 'ADIT' && to !== 'USDT') return { path: 'to', reason: 'ADIT sells for USDT alone' };
  if (to === 'ADIT' && from !== 'USDT') return { path: 'from', reason: 'ADIT is bought with USDT alone' };
  return null;
}

/** The fund that pays for a pair of listed coins, or what is wrong with the pair. */
export function payingFund(
  from: string,
  to: string,
  isListed: (coin: string) => boolean,
): PayingFund | WrongPair {
  if (!isListed(from)) return { path: 'from', reason: 'not a listed coin' };
  if (!isListed(to)) return { path: 'to', reason: 'not a listed coin' };
  return wrongPair(from, to) ?? (from === 'ADIT' ? 'buyback' : 'reserve');
}

export interface ExchangeQuote {
  /** What the fund pays, in `to`: `received` plus `fee`. */
  gross: bigint;
  received: bigint;
  fee: bigint;
  /** `to` per unit of `from` before the fee, in smallest units. */
  rate: bigint;
}

/**
 * What `amount` of a coin brings; null when that is nothing or overflows. The fee is what remains of the gross amount,
 * so that both add up to it exactly.
 */
export function quoteExchange(amount: bigint, priceFrom: bigint, priceTo: bigint): ExchangeQuote | null {
  const gross = (amount * priceFrom) / priceTo;
  const received = (amount * priceFrom * (UNIT - toUnits(EXCHANGE_FEE))) / (priceTo * UNIT);
  if (received === 0n || gross >= TOO_MUCH) return null;
  return { gross, received, fee: gross - received, rate: (priceFrom * UNIT) / priceTo };
}

/**
 * The largest amount of a coin that brings no more than `available` of another one before the fee; null without a
 * price.
 */
export const payableFrom = (available: bigint, priceFrom: bigint, priceTo: bigint): bigint | null =>
  priceFrom === 0n ? null : (available * priceTo) / priceFrom;
