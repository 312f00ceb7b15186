/**
 * Token repurchase: what the fund buys and what it may spend today, how the ADIT bought is split, and how long the fund
 * will last. Smallest units (10^-18).
 */
import { UNIT, times, toUnits } from './amounts.ts';
import { DAY_MS, dayOf } from './days.ts';
import { BUDGET_OF_ACCOUNT, DAILY_BUDGET, RUNWAY_DAYS, STAKERS_SHARE, TOKEN_VALUE } from './figures.ts';
import { payableFrom } from './exchange.ts';

/** Stakers get one share of repurchased ADIT, rounded down; the institution gets the rest. */
export function halvesOf(amount: bigint): { stakers: bigint; institution: bigint } {
  const stakers = times(amount, toUnits(STAKERS_SHARE));
  return { stakers, institution: amount - stakers };
}

/** The fund's past and current balance, and what it has paid since the day began. USDT. */
interface FundDay {
  /** Its balance at 00:00 in Singapore, and now. */
  opening: bigint;
  balance: bigint;
  /** Paid for ADIT today: to everybody, and to the account in question. */
  paid: bigint;
  paidToAccount: bigint;
}

export interface Budget {
  /** What the fund may spend today in total, and what is left of it. */
  whole: bigint;
  left: bigint;
  /** What one account may take of it, and what is left of that for this account. */
  share: bigint;
  leftOfShare: bigint;
}

const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * The day's budget: a tenth of the opening balance plus everything that comes in during the day. In other words, the
 * fund never falls below nine tenths of its opening balance. What an operator takes out counts against the budget.
 */
export function budgetOf({ opening, balance, paid, paidToAccount }: FundDay): Budget {
  const left = atLeastNothing(balance - (opening - times(opening, toUnits(DAILY_BUDGET))));
  const whole = left + paid;
  const share = times(whole, toUnits(BUDGET_OF_ACCOUNT));
  return { whole, left, share, leftOfShare: smaller(left, atLeastNothing(share - paidToAccount)) };
}

/** What a sale of ADIT depends on: prices in USDT, and how much ADIT the account has produced and not sold yet. */
interface Sale {
  unsold: bigint;
  priceFrom: bigint;
  priceTo: bigint;
}

/**
 * How much of a sale the fund buys, and what it pays before the fee: only what the account produced. The rest is
 * exchanged with the reserve, so trading ADIT back and forth earns nothing.
 */
export function repurchaseOf(
  amount: bigint,
  { unsold, priceFrom, priceTo }: Sale,
): { repurchased: bigint; paid: bigint } {
  const repurchased = smaller(amount, unsold);
  const paid = (repurchased * priceFrom) / priceTo;
  return paid === 0n ? { repurchased: 0n, paid } : { repurchased, paid };
}

/** The most ADIT that can be sold if the fund pays at most `budget` and the reserve holds `reserve`, in USDT. */
export function mostSold({ unsold, priceFrom, priceTo }: Sale, budget: bigint, reserve: bigint): bigint {
  const bought = payableFrom(budget, priceFrom, priceTo) ?? 0n;
  if (bought < unsold) return bought;
  return unsold + (payableFrom(reserve, priceFrom, priceTo) ?? 0n);
}

/** How much ADIT a budget buys at a price in USDT, rounded down; null without a price. */
export const payableAt = (budget: bigint, price: bigint): bigint | null =>
  price === 0n ? null : (budget * UNIT) / price;

/** Whether a budget cannot buy even one ADIT. */
export const isEmpty = (budget: bigint): boolean => budget < toUnits(TOKEN_VALUE);

/** The first day of the period whose spending is averaged, YYYY-MM-DD in Singapore. */
export const averagedFrom = (now: Date): string => dayOf(now.getTime() - (RUNWAY_DAYS - 1) * DAY_MS);

const CENTURY_DAYS = 36_525;

/** Whole days for which a fund lasts at this rate of spending, at most a century; null if it has paid nothing. */
export const runwayOf = (balance: bigint, paid: bigint, days: number): number | null =>
  paid === 0n ? null : Math.min(CENTURY_DAYS, Number((balance * BigInt(days)) / paid));
