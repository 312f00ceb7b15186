/**
 * Token repurchase: how the ADIT bought by the fund is split, and what the fund can still pay for. Smallest units
 * (10^-18).
 */
import { UNIT, fromUnits, times, toUnits, wholeSteps } from './amounts.ts';
import { STAKERS_SHARE, TOKEN_VALUE } from './figures.ts';

/** Stakers get one share of repurchased ADIT, rounded down; the institution gets the rest. */
export function halvesOf(amount: bigint): { stakers: bigint; institution: bigint } {
  const stakers = times(amount, toUnits(STAKERS_SHARE));
  return { stakers, institution: amount - stakers };
}

/** How much a fund can still buy at a price in USDT, rounded down; null without a price. */
export const payableAt = (fund: bigint, price: bigint): bigint | null =>
  price === 0n ? null : (fund * UNIT) / price;

/** Whole hashrate that a fund can still pay for at a resale price, both decimal strings of USDT; rounded down. */
export const payableHashrate = (fund: string, resalePrice: string): string =>
  fromUnits(wholeSteps(payableAt(toUnits(fund), toUnits(resalePrice)) ?? 0n, 0));

/** Whether a fund cannot even buy one ADIT. */
export const isEmpty = (fund: bigint): boolean => fund < toUnits(TOKEN_VALUE);
