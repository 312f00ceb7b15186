/**
 * The exchange: which coins can be swapped, which fund pays, and what an amount brings. Amounts in smallest units
 * (10^-18), prices in USDT per coin in the same units. Everything is rounded down, and the remainder stays in the
 * paying fund.
 */
import { UNIT, leftOf, toUnits } from './amounts.ts';
import { HOUR_MS, hourStart, nextDay } from './days.ts';
import { EXCHANGE_ACCOUNT_DAY, EXCHANGE_FEE, EXCHANGE_TOTAL_HOUR } from './figures.ts';

/** An amount has at most 20 digits before the point (contract, "Every call"), and no money column holds more. */
const TOO_MUCH = 10n ** 38n;

/** A pair that cannot be swapped: the wrong field, and why. */
interface WrongPair {
  path: 'from' | 'to';
  reason: string;
}

/**
 * What is wrong with a pair of listed coins, apart from prices; null if it can be swapped. ADIT can be swapped only
 * with USDT.
 */
export function wrongPair(from: string, to: string): WrongPair | null {
  if (from === to) return { path: 'to', reason: 'the same coin' };
  if (from === 'ADIT' && to !== 'USDT') return { path: 'to', reason: 'ADIT can be sold only for USDT' };
  if (to === 'ADIT' && from !== 'USDT') return { path: 'from', reason: 'ADIT is bought only with USDT' };
  return null;
}

/** What is wrong with a pair, both of which must be listed; null if it can be swapped. */
export function wrongSwap(from: string, to: string, isListed: (coin: string) => boolean): WrongPair | null {
  if (!isListed(from)) return { path: 'from', reason: 'not a listed coin' };
  if (!isListed(to)) return { path: 'to', reason: 'not a listed coin' };
  return wrongPair(from, to);
}

export interface ExchangeQuote {
  /** What the funds pay, in `to`: `received` plus `fee`. */
  gross: bigint;
  received: bigint;
  fee: bigint;
  /** `to` per unit of `from` before the fee, in smallest units. */
  rate: bigint;
}

/**
 * A pair's fee as a share in units, given how far the market may have moved away from each coin's feed. It is never
 * less than both together: otherwise it would pay to buy before a feed follows the market and sell afterwards.
 */
export function feeRateOf(deviationFrom: bigint, deviationTo: bigint): bigint {
  const [least, lag] = [toUnits(EXCHANGE_FEE), deviationFrom + deviationTo];
  return lag > least ? lag : least;
}

/**
 * What `amount` of a coin brings; null if the fee leaves nothing of it, or it overflows. The fee is what remains of the
 * gross amount, so the two add up to it exactly.
 */
export function quoteExchange(
  amount: bigint,
  priceFrom: bigint,
  priceTo: bigint,
  feeRate: bigint,
): ExchangeQuote | null {
  const gross = (amount * priceFrom) / priceTo;
  const received = (amount * priceFrom * (UNIT - feeRate)) / (priceTo * UNIT);
  if (received <= 0n || gross >= TOO_MUCH) return null;
  return { gross, received, fee: gross - received, rate: (priceFrom * UNIT) / priceTo };
}

/**
 * The largest amount of a coin that brings no more than `available` of another before the fee; null without a price.
 */
export const payableFrom = (available: bigint, priceFrom: bigint, priceTo: bigint): bigint | null =>
  priceFrom === 0n ? null : (available * priceTo) / priceFrom;

/**
 * The coins of a pair whose exchange is limited: all but USDT. It is the other side of most pairs, so it would be
 * counted again for each of them.
 */
export const limitedCoins = (from: string, to: string): string[] =>
  [from, to].filter((coin) => coin !== 'USDT');

/** How much of a coin may still be exchanged, in USDT, and when more may be. */
export interface ExchangeLeft {
  left: bigint;
  resetsAt: Date;
}

/** @param account USDT that the account has exchanged of the coin today; `total`: by all accounts, this hour */
export function exchangeLeft(account: bigint, total: bigint, now: Date): ExchangeLeft {
  const mine = leftOf(toUnits(EXCHANGE_ACCOUNT_DAY), account);
  const everyones = leftOf(toUnits(EXCHANGE_TOTAL_HOUR), total);
  return mine <= everyones
    ? { left: mine, resetsAt: nextDay(now) }
    : { left: everyones, resetsAt: new Date(hourStart(now).getTime() + HOUR_MS) };
}
