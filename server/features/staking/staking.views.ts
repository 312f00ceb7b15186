/** Stake orders in the contract's form. Pure; amounts are in smallest units. */
import { STAKE_HOLD_HOURS, STAKE_MINIMUM } from '#rules/figures.ts';
import { fromUnits } from '#rules/amounts.ts';
import { paysAt, unlocksAt } from '#rules/staking.ts';
import type { Output } from '#contract';

/** An order, with the number of periods it has paid. */
export interface OrderFacts {
  id: bigint;
  amount: bigint;
  output: bigint;
  stakedAt: Date;
  redeemedAt: Date | null;
  periods: bigint;
}

export function orderView(o: OrderFacts): Output<'GET /api/stake/list'>['items'][number] {
  const next = o.redeemedAt ? null : paysAt(o.stakedAt, Number(o.periods) + 1);
  return {
    id: String(o.id),
    amount: fromUnits(o.amount),
    stakedAt: o.stakedAt.toISOString(),
    unlocksAt: unlocksAt(o.stakedAt).toISOString(),
    nextOutputAt: next && next.toISOString(),
    output: fromUnits(o.output * o.periods),
    periodOutput: fromUnits(o.output),
    redeemedAt: o.redeemedAt && o.redeemedAt.toISOString(),
    state: o.redeemedAt ? 'redeemed' : 'active',
  };
}

/** Totals over all orders of an account. */
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
  minAmount: STAKE_MINIMUM,
  holdHours: STAKE_HOLD_HOURS,
  open,
});
