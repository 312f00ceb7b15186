/** Hashrate: what may be bought and sold back, what it costs, brings and pays back. Hashrate and USDT in smallest units (10^-18). */
import { UNIT, readUnits, times, toUnits } from './amounts.ts';
import {
  HASHRATE_PRICE,
  HASHRATE_STEP,
  MOST_HASHRATE,
  OUTPUT_PER_HASHRATE,
  RESALE_SHARE,
  TOKEN_VALUE,
} from './figures.ts';
import { type TeamLevels, ratesOf } from './team.ts';

/** USDT for one hashrate that is sold back: what is left of its price. */
export const resalePrice = (): bigint => times(toUnits(HASHRATE_PRICE), toUnits(RESALE_SHARE));

/** Whether hashrate can be bought: whole steps of it, more than none. */
export const isWholeSteps = (hashrate: bigint, step = toUnits(HASHRATE_STEP)): boolean =>
  hashrate > 0n && hashrate % step === 0n;

/** Hashrate that may be bought, of a decimal string; null for a text that is no amount or no whole number of steps. */
export function readPurchase(text: string): bigint | null {
  const hashrate = readUnits(text);
  return hashrate !== null && isWholeSteps(hashrate) ? hashrate : null;
}

/** Hashrate that may be sold back: whole numbers. Null for anything else. */
export function readResale(text: string): bigint | null {
  const hashrate = readUnits(text);
  return hashrate !== null && isWholeSteps(hashrate, UNIT) ? hashrate : null;
}

/** Whether an account may have so much purchased hashrate. */
export const mayOwn = (purchased: bigint): boolean => purchased <= toUnits(MOST_HASHRATE);

/** USDT that hashrate costs; exact, since it is sold in whole steps. @param each USDT of one */
export const priceOf = (hashrate: bigint, each = toUnits(HASHRATE_PRICE)): bigint => times(hashrate, each);

/** USDT that hashrate brings when it is sold back, rounded down. @param each USDT of one */
export const resaleValueOf = (hashrate: bigint, each = resalePrice()): bigint => times(hashrate, each);

/** The team's part of the hashrate by level, of the first `levels` levels alone; each is rounded down on its own. */
export function bonusOf(
  team: readonly [bigint, bigint, bigint],
  levels: TeamLevels,
): readonly [bigint, bigint, bigint] {
  const rates = ratesOf('mining', levels);
  return [times(team[0], rates[0]), times(team[1], rates[1]), times(team[2], rates[2])];
}

/** Complete cycles until the output of a hashrate is worth its price, rounded up; null when it never is. */
export function cyclesToBreakEven(
  price = toUnits(HASHRATE_PRICE),
  output = toUnits(OUTPUT_PER_HASHRATE),
  value = toUnits(TOKEN_VALUE),
): bigint | null {
  const cycle = output * value;
  return cycle === 0n ? null : (price * UNIT + cycle - 1n) / cycle;
}
