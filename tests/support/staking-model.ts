/**
 * A plain model of staking: one moment and one order at a time, no batches and no set-based SQL. The database must pay the same amounts.
 * Times in milliseconds, amounts in smallest units.
 */
import { type Rates, commissions } from '#rules/team.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface ModelOrder {
  id: bigint;
  user: bigint;
  ancestors: readonly (bigint | null)[];
  amount: bigint;
  output: bigint;
  stakedAt: number;
  redeemedAt: number | null;
  paid: number;
}

export interface ModelRound {
  at: number;
  since: number;
  amount: bigint;
  /** Amounts of the orders × the milliseconds they were staked between `since` and `at`. */
  weight: bigint;
  paid: bigint;
}

/** Everything is paid before this time, and at this time for all orders up to this id. */
export interface Mark {
  at: number;
  id: bigint;
}

export const ALL_IDS = 2n ** 63n - 1n;
const weightOf = (order: ModelOrder, { since, at }: Pick<ModelRound, 'since' | 'at'>): bigint =>
  order.amount * BigInt(Math.max(0, at - Math.max(since, order.stakedAt)));
const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n);
const singaporeDay = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10);

/** `got` holds what users received, by "user kind" and by "user kind day". */
export function stakingModel(rates: Rates) {
  const orders: ModelOrder[] = [];
  const rounds: ModelRound[] = [];
  const got = new Map<string, bigint>();
  let fund = 0n;
  let mark: Mark = { at: 0, id: 0n };
  /** The latest time at which an order was paid. */
  let paidAt = 0;

  function pay(user: bigint, kind: string, at: number, amount: bigint): void {
    if (amount === 0n) return;
    for (const key of [`${user} ${kind}`, `${user} ${kind} ${singaporeDay(at)}`])
      got.set(key, (got.get(key) ?? 0n) + amount);
  }

  function declare(at: number): void {
    const free = fund - sum(rounds.filter((r) => r.at > at - DAY).map((r) => r.amount - r.paid));
    const last = rounds.at(-1);
    if (free <= 0n || (last && last.at + HOUR > at)) return;
    const since = last?.at ?? Math.min(...orders.map(({ stakedAt }) => stakedAt));
    const taking = orders.filter((o) => o.redeemedAt === null || o.redeemedAt >= at);
    const weight = sum(taking.map((o) => weightOf(o, { since, at })));
    rounds.push({ at, since, amount: free, weight, paid: 0n });
  }

  function payOrder(order: ModelOrder, at: number): void {
    order.paid += 1;
    pay(order.user, 'staking', at, order.output);
    for (const [i, share] of commissions(order.output, rates).entries()) {
      const ancestor = order.ancestors[i];
      if (ancestor) pay(ancestor, 'staking_team', at, share);
    }
    for (const round of rounds.filter((r) => r.at > at - DAY && r.at <= at)) {
      const share = (weightOf(order, round) * round.amount) / round.weight;
      round.paid += share;
      fund -= share;
      pay(order.user, 'staking_share', at, share);
    }
  }

  return {
    orders,
    rounds,
    got,
    fund: () => fund,
    addToFund(amount: bigint) {
      fund += amount;
    },
    /** The time of a stake or redemption made now: never before the last settlement. */
    timeOf: (now: number) => Math.max(now, mark.at),
    /** Pays everything that is due up to a mark, one payment at a time. */
    settleTo(to: Mark): void {
      const due = orders.flatMap((order) => {
        const moments: { at: number; order: ModelOrder }[] = [];
        for (let at = order.stakedAt + DAY; at <= Math.min(to.at, order.redeemedAt ?? to.at); at += DAY)
          if ((at > mark.at || (at === mark.at && order.id > mark.id)) && (at < to.at || order.id <= to.id))
            moments.push({ at, order });
        return moments;
      });
      due.sort((a, b) => a.at - b.at || Number(a.order.id - b.order.id));
      for (const { at, order } of due) {
        if (at > paidAt) declare(at);
        paidAt = at;
        payOrder(order, at);
      }
      if (to.at >= mark.at) mark = to;
    },
  };
}

export type StakingModel = ReturnType<typeof stakingModel>;
