/**
 * Staking's rules as pure functions: what may be staked, what an order pays, and orders as the contract shows them. Amounts are
 * in smallest units (10^-18), rounding is down. The server's SQL pays by the same rules (staking.sql, settle.sql).
 */
import { fromUnits, isAmountText, times, toUnits } from '#contract/amounts.ts';
import type { Output } from '#contract';

export const RULES = {
  /** ADIT. */
  minAmount: toUnits('10'),
  /** An order pays every so often, and can be redeemed after as long. */
  periodMs: 86_400_000,
  holdHours: 24,
} as const;

/** Singapore is 8 hours ahead all year. */
const AHEAD_MS = 8 * 3_600_000;

/** A decimal string in smallest units; null when it is less than the minimum or has more than 18 decimals. */
export function stakeAmount(text: string): bigint | null {
  const decimals = text.split('.')[1]?.length ?? 0;
  if (!isAmountText(text) || decimals > 18) return null;
  const amount = toUnits(text);
  return amount < RULES.minAmount ? null : amount;
}

/** What an order pays every 24 h, rounded down. */
export const outputOf = (amount: bigint, dailyRate: bigint): bigint => times(amount, dailyRate);

/** The time after whole periods. */
export const after = (start: Date, periods: number): Date =>
  new Date(start.getTime() + periods * RULES.periodMs);

/** Whether the 24 h are over; they are at their very end. */
export const isUnlocked = (stakedAt: Date, now: Date): boolean => now >= after(stakedAt, 1);

/** The day of Singapore at a time, and those before it: the oldest first, that of `now` last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    new Date(now.getTime() + AHEAD_MS - (count - 1 - i) * RULES.periodMs).toISOString().slice(0, 10),
  );
}

/** When a day of Singapore begins. */
export const dayBegin = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS);

/** An order, and how many periods it has paid. */
export interface OrderFacts {
  id: bigint;
  amount: bigint;
  output: bigint;
  stakedAt: Date;
  redeemedAt: Date | null;
  periods: bigint;
}

export function orderView(o: OrderFacts): Output<'GET /api/stake/list'>['items'][number] {
  const next = o.redeemedAt ? null : after(o.stakedAt, Number(o.periods) + 1);
  return {
    id: String(o.id),
    amount: fromUnits(o.amount),
    stakedAt: o.stakedAt.toISOString(),
    unlocksAt: after(o.stakedAt, 1).toISOString(),
    nextOutputAt: next && next.toISOString(),
    output: fromUnits(o.output * o.periods),
    periodOutput: fromUnits(o.output),
    redeemedAt: o.redeemedAt && o.redeemedAt.toISOString(),
    state: o.redeemedAt ? 'redeemed' : 'active',
  };
}

/** What all orders of an account come to. */
export interface StakeTotals {
  staked: bigint;
  nextOutputAt: Date | null;
  yesterday: bigint;
  cumulative: bigint;
  team: bigint;
  shares: bigint;
}

export const NO_TOTALS: StakeTotals = {
  staked: 0n,
  nextOutputAt: null,
  yesterday: 0n,
  cumulative: 0n,
  team: 0n,
  shares: 0n,
};

export const indexView = (
  t: StakeTotals,
  { dailyRate, open }: { dailyRate: bigint; open: boolean },
): Output<'GET /api/stake/index'> => ({
  totalStaked: fromUnits(t.staked),
  dailyRate: fromUnits(dailyRate),
  nextOutputAt: t.nextOutputAt && t.nextOutputAt.toISOString(),
  yesterdayOutput: fromUnits(t.yesterday),
  cumulativeOutput: fromUnits(t.cumulative),
  teamOutput: fromUnits(t.team),
  rewardShare: fromUnits(t.shares),
  minAmount: fromUnits(RULES.minAmount),
  holdHours: RULES.holdHours,
  open,
});

/** How many orders a payout takes at least and at most, by what the database is good for. */
export const BATCH = {
  postgres: { least: 2000, most: 100_000 },
  pglite: { least: 500, most: 10_000 },
} as const;
/**
 * A payout holds its locks for about so long; nothing may hold one for more than a second. Large batches cost less an order: their
 * accounts lie closer together.
 */
const AIM_MS = 500;

/**
 * The size of the next batch after one of `size` orders, `paid` of which were due, that took `ms`: smaller when it took too long,
 * larger while it was quick. Never more than doubled, and not by one that had little to pay: orders of the last 24 h have no moment
 * yet and cost next to nothing.
 */
export function nextSize(
  size: number,
  paid: number,
  ms: number,
  { least, most }: { least: number; most: number },
) {
  if (ms > AIM_MS) return Math.max(least, Math.floor((Math.min(size, paid || size) * AIM_MS) / ms));
  if (paid < size / 2 || ms > AIM_MS / 1.5) return size;
  return Math.min(most, Math.floor(size * Math.min(2, AIM_MS / Math.max(1, ms))));
}
