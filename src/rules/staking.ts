/** Staking: what may be staked, what an order pays and when, and from when on it can be redeemed. ADIT in smallest units (10^-18). */
import { readUnits, times, toUnits } from './amounts.ts';
import { HOUR_MS } from './days.ts';
import { STAKE_HOLD_HOURS, STAKE_MINIMUM, STAKE_PERIOD_HOURS } from './figures.ts';

export const STAKE_PERIOD_MS = STAKE_PERIOD_HOURS * HOUR_MS;

/** ADIT that can be staked, of a decimal string; null when it is less than the minimum or no amount. */
export function readStake(text: string): bigint | null {
  const amount = readUnits(text);
  return amount !== null && amount >= toUnits(STAKE_MINIMUM) ? amount : null;
}

/** What an order pays every period, rounded down. @param rate in smallest units of 1 */
export const outputOf = (amount: bigint, rate: bigint): bigint => times(amount, rate);

/** When an order pays for the nth time, counted from its own start. */
export const paysAt = (stakedAt: Date, nth = 1): Date => new Date(stakedAt.getTime() + nth * STAKE_PERIOD_MS);

/** From when on an order can be redeemed. */
export const unlocksAt = (stakedAt: Date, holdHours = STAKE_HOLD_HOURS): Date =>
  new Date(stakedAt.getTime() + holdHours * HOUR_MS);

/** Whether an order can be redeemed; at the very end of its hold it can. */
export const isUnlocked = (stakedAt: Date, now: Date): boolean => now >= unlocksAt(stakedAt);
