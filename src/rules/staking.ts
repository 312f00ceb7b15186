/**
 * Staking: what can be staked, what an order pays and when, and when it can be redeemed. ADIT in smallest units
 * (10^-18).
 */
import { readUnits, times, toUnits } from './amounts.ts';
import { HOUR_MS } from './days.ts';
import { STAKE_HOLD_HOURS, STAKE_MINIMUM, STAKE_PERIOD_HOURS } from './figures.ts';

export const STAKE_PERIOD_MS = STAKE_PERIOD_HOURS * HOUR_MS;

/** Parses an amount of ADIT to stake; null if it is below the minimum or not an amount. */
export function readStake(text: string): bigint | null {
  const amount = readUnits(text);
  return amount !== null && amount >= toUnits(STAKE_MINIMUM) ? amount : null;
}

/** What an order pays per period, rounded down. @param rate in smallest units of 1 */
export const outputOf = (amount: bigint, rate: bigint): bigint => times(amount, rate);

/** When an order makes its nth payment, counted from its own start. */
export const paysAt = (stakedAt: Date, nth = 1): Date => new Date(stakedAt.getTime() + nth * STAKE_PERIOD_MS);

/** From when an order can be redeemed, including the very end of its hold. */
export const unlocksAt = (stakedAt: Date, holdHours = STAKE_HOLD_HOURS): Date =>
  new Date(stakedAt.getTime() + holdHours * HOUR_MS);
