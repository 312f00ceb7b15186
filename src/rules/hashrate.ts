/**
 * Hashrate: how much can be bought and sold back, and what it costs, pays back and produces. Hashrate and USDT in
 * smallest units (10^-18).
 */
import { UNIT, readUnits, times, toUnits } from './amounts.ts';
import { HASHRATE_PRICE, HASHRATE_STEP, MOST_HASHRATE, RESALE_SHARE } from './figures.ts';
import { type TeamLevels, ratesOf } from './team.ts';

/** USDT paid for one unit of hashrate sold back. */
export const resalePrice = (): bigint => times(toUnits(HASHRATE_PRICE), toUnits(RESALE_SHARE));

/**
 * How the price of a purchase is split, in USDT: its resale value is set aside for the resale, the rest goes to the
 * repurchase fund.
 */
export function splitOf(price: bigint): { resale: bigint; buyback: bigint } {
  const resale = times(price, toUnits(RESALE_SHARE));
  return { resale, buyback: price - resale };
}

/** Whether this amount of hashrate can be bought: whole steps, more than zero. */
export const isWholeSteps = (hashrate: bigint, step = toUnits(HASHRATE_STEP)): boolean =>
  hashrate > 0n && hashrate % step === 0n;

/** Parses an amount of hashrate to buy; null if it is not an amount or not a whole number of steps. */
export function readPurchase(text: string): bigint | null {
  const hashrate = readUnits(text);
  return hashrate !== null && isWholeSteps(hashrate) ? hashrate : null;
}

/** Parses an amount of hashrate to sell back, which must be an integer; null for anything else. */
export function readResale(text: string): bigint | null {
  const hashrate = readUnits(text);
  return hashrate !== null && isWholeSteps(hashrate, UNIT) ? hashrate : null;
}

/** Whether an account may have this much purchased hashrate. */
export const mayOwn = (purchased: bigint): boolean => purchased <= toUnits(MOST_HASHRATE);

/** Price of hashrate in USDT; exact, since it is sold in whole steps. @param each USDT per unit */
export const priceOf = (hashrate: bigint, each = toUnits(HASHRATE_PRICE)): bigint => times(hashrate, each);

/** USDT paid when hashrate is sold back, rounded down. @param each USDT per unit */
export const resaleValueOf = (hashrate: bigint, each = resalePrice()): bigint => times(hashrate, each);

/** Bonus hashrate from the team by level, for the first `levels` levels only; each is rounded down separately. */
export function bonusOf(
  team: readonly [bigint, bigint, bigint],
  levels: TeamLevels,
): readonly [bigint, bigint, bigint] {
  const rates = ratesOf('mining', levels);
  return [times(team[0], rates[0]), times(team[1], rates[1]), times(team[2], rates[2])];
}

/** Complete cycles until the output of hashrate is worth its price, rounded up; null if it never is. */
export function cyclesToBreakEven(price: bigint, output: bigint, value: bigint): bigint | null {
  const cycle = output * value;
  return cycle === 0n ? null : (price * UNIT + cycle - 1n) / cycle;
}
