// What the staking pages derive from the server's figures at a point in time: exact amounts, the current period, the
// hold.
import type { Output } from '#contract';
import { fromUnits, isAmountText, readUnits, toUnits } from '#rules/amounts.ts';
import { valueOf } from '#rules/mining.ts';
import * as staking from '#rules/staking.ts';

export type Staking = Output<'GET /api/stake/index'>;
export type Order = Output<'GET /api/stake/list'>['items'][number];

/** What an amount pays per period at a rate. */
export const outputOf = (amount: string, rate: string): string =>
  fromUnits(staking.outputOf(toUnits(amount), toUnits(rate)));

export type AmountProblem = 'empty' | 'invalid' | 'small' | 'balance';

/** What is wrong with a typed amount; null when it can be staked. */
export function amountProblem(
  value: string,
  { balance, min }: { balance: string; min: string },
): AmountProblem | null {
  if (value === '') return 'empty';
  const units = readUnits(value);
  if (units === null) return 'invalid';
  if (units > toUnits(balance)) return 'balance';
  return units < toUnits(min) ? 'small' : null;
}

/** The balance after staking; null while the amount cannot be staked. */
export const balanceAfter = (balance: string, amount: string): string | null => {
  if (!isAmountText(amount)) return null;
  const rest = toUnits(balance) - toUnits(amount);
  return rest < 0n ? null : fromUnits(rest);
};

/** The free part of a balance when queued actions will take `amounts` of it; never negative. */
export function lessQueued(balance: string, amounts: readonly string[]): string {
  const rest = amounts.reduce((left, amount) => left - toUnits(amount), toUnits(balance));
  return fromUnits(rest < 0n ? 0n : rest);
}

export interface Estimate {
  /** Per 24 h, and over all days. */
  day: string;
  total: string;
  /** Value of the total, in USDT. */
  value: string;
}

export const MOST_DAYS = 3650;

/** Payments are not staked automatically, so they add up linearly. Null without a valid amount and number of days. */
export function estimateOf(
  amount: string,
  days: string,
  { rate, tokenValue }: { rate: string; tokenValue: string },
): Estimate | null {
  const count = Number(days);
  const units = readUnits(amount);
  if (units === null) return null;
  if (!/^\d{1,4}$/.test(days) || count < 1 || count > MOST_DAYS) return null;
  const day = staking.outputOf(units, toUnits(rate));
  const total = day * BigInt(count);
  return {
    day: fromUnits(day),
    total: fromUnits(total),
    value: fromUnits(valueOf(total, toUnits(tokenValue))),
  };
}

/** The current period of an active order: milliseconds on the server's clock, its elapsed share as 0..1. */
export interface Period {
  endsAt: number;
  share: number;
}

export function periodAt({ nextOutputAt }: Pick<Order, 'nextOutputAt'>, now: number): Period | null {
  if (nextOutputAt === null) return null;
  const endsAt = Date.parse(nextOutputAt);
  const ran = Math.min(staking.STAKE_PERIOD_MS, Math.max(0, now - (endsAt - staking.STAKE_PERIOD_MS)));
  return { endsAt, share: ran / staking.STAKE_PERIOD_MS };
}

/** A payment that is due and that the server has not reported yet. */
export const isDue = (nextOutputAt: string | null | undefined, now: number): boolean =>
  typeof nextOutputAt === 'string' && Date.parse(nextOutputAt) <= now;

/** Milliseconds until an order can be redeemed; 0 once it can. */
export const heldFor = ({ unlocksAt }: Pick<Order, 'unlocksAt'>, now: number): number =>
  Math.max(0, Date.parse(unlocksAt) - now);

/** How many periods an order has been paid for. */
export function periodsPaid({ output, periodOutput }: Pick<Order, 'output' | 'periodOutput'>): number {
  const each = toUnits(periodOutput);
  return each === 0n ? 0 : Number(toUnits(output) / each);
}

/** How many of the next payments are announced. */
const COMING = 3;

/** When the order pays next, soonest first, as ISO times; none once it is redeemed. */
export const comingTimes = ({ nextOutputAt }: Pick<Order, 'nextOutputAt'>): string[] => {
  if (nextOutputAt === null) return [];
  const next = new Date(nextOutputAt);
  return Array.from({ length: COMING }, (_, nth) => staking.paysAt(next, nth).toISOString());
};

/** The share of its amount that an order pays per period, for display. */
export const rateOf = ({ amount, periodOutput }: Pick<Order, 'amount' | 'periodOutput'>): number =>
  Number(periodOutput) / Number(amount);

export const orderAddress = (id: string): string => `/pages/pledge/detail?id=${id}`;
