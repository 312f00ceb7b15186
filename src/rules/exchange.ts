/**
 * The exchange: which coins are exchanged for one another, who pays, and what an amount comes to. Amounts in smallest units (10^-18),
 * prices in USDT a coin in the same units; every rounding is down, and what is lost to it stays in the fund that pays.
 */
import { UNIT, toUnits } from './amounts.ts';
import { EXCHANGE_FEE } from './figures.ts';

/** An amount has at most 20 digits before its point (contract, "Every call"), and no column of money holds more. */
const TOO_MUCH = 10n ** 38n;

/** Which fund pays: ADIT is sold to the repurchase fund, everything else comes out of the reserve. */
export type PayingFund = 'buyback' | 'reserve';

/** A pair that is not exchanged: the field that is wrong, and why. */
export interface WrongPair {
  path: 'from' | 'to';
  reason: string;
}

/** What is wrong with a pair, prices aside; null for one that is exchanged. ADIT is exchanged against USDT alone. */
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
  /** What the fund pays, in `to`: `received` and `fee` together. */
  gross: bigint;
  received: bigint;
  fee: bigint;
  /** `to` a `from` before the fee, in smallest units. */
  rate: bigint;
}

/**
 * What `amount` of a coin brings; null when that is nothing, or more than an amount can say. The fee is what is left of the
 * gross, so that both together are the gross to the last unit.
 */
export function quoteExchange(amount: bigint, priceFrom: bigint, priceTo: bigint): ExchangeQuote | null {
  const gross = (amount * priceFrom) / priceTo;
  const received = (amount * priceFrom * (UNIT - toUnits(EXCHANGE_FEE))) / (priceTo * UNIT);
  if (received === 0n || gross >= TOO_MUCH) return null;
  return { gross, received, fee: gross - received, rate: (priceFrom * UNIT) / priceTo };
}

/** How much of a coin brings no more than `available` of another one before the fee; null without a price. */
export const payableFrom = (available: bigint, priceFrom: bigint, priceTo: bigint): bigint | null =>
  priceFrom === 0n ? null : (available * priceTo) / priceFrom;
