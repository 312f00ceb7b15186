/** Stake orders in the database. What an order has paid is derived from its times and the payout watermark. */
import { type RawBuilder, sql } from 'kysely';
import type { CodeName } from '#contract/codes.ts';
import { STAKE_HOLD_HOURS, STAKE_PERIOD_HOURS } from '#rules/figures.ts';
import { paysAt } from '#rules/staking.ts';
import { type Db, inStatement } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Item, Outcome } from '#server/http/batches.ts';
import { asCalls } from '#server/http/idempotency.ts';
import type { OrderFacts, StakeTotals } from './staking.views.ts';

/** How often an order `o` has been paid, given the watermark `s`. */
const periods = sql`${fn('stake_periods')}(o.staked_at, least(o.redeemed_at,
  s.settled_at - case when o.id > s.settled_id then interval '1 millisecond' else interval '0' end))`;

/** A call that stakes, or that redeems the order `redeems`. */
export interface Act extends Item {
  readonly amount: bigint;
  /** What a new order pays per period; it keeps this rate. */
  readonly output: bigint;
  readonly redeems: bigint | null;
  /** The refusal that would apply at any time, or 'ok'. A reply stored under its key takes precedence. */
  readonly refused: CodeName;
}

const hours = (count: number) => sql.raw(`interval '${count} hours'`);

/** Carries out such calls in one statement, each with the outcome that it would have had on its own. */
export async function act(db: Db, acts: readonly Act[], wait: boolean): Promise<Outcome[]> {
  const calls = acts.map(({ call }) => call);
  const now = new Date(Math.max(...calls.map((call) => call.now.getTime())));
  const statement = sql<Outcome>`
    select account, code, reply, replay from ${fn('staking_acts')}(${asCalls(calls, now)},
      ${acts.map(({ refused }) => refused)}::text[], ${acts.map(({ amount }) => amount)}::numeric[],
      ${acts.map(({ output }) => output)}::numeric[], ${acts.map(({ redeems }) => redeems)}::bigint[], ${now}::timestamptz,
      ${wait}::boolean, ${hours(STAKE_HOLD_HOURS)}, ${hours(STAKE_PERIOD_HOURS)})`;
  const { rows } = await inStatement(() => statement.execute(db));
  return rows;
}

/** The account's orders, newest first: those before id `before`, or only the one with `id`. */
export async function findOrders(
  db: Db,
  userId: bigint,
  { before, id, limit }: { before?: bigint | undefined; id?: bigint | undefined; limit: number },
): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select o.id, o.amount, o.output, o.staked_at as "stakedAt", o.redeemed_at as "redeemedAt", ${periods} as periods
    from stake_orders o, stake_state s
    where o.user_id = ${userId} ${id === undefined ? sql`` : sql`and o.id = ${id}`}
      ${before === undefined ? sql`` : sql`and o.id < ${before}`}
    order by o.id desc limit ${limit}`.execute(db);
  return rows;
}

interface Payment {
  /** Counted from 1. */
  period: number;
  at: Date;
  /** The journal entry that credited it. */
  entry: bigint;
}

/**
 * The statement of `paymentsOf`, for tests of what it reads: the first settlement whose window ends at or after a
 * moment is the one that paid it.
 */
export const paymentsQuery = (
  id: bigint,
  periods: readonly number[],
  moments: readonly Date[],
): RawBuilder<Payment> => sql<Payment>`
  select m.period, m.at, s.own_journal as entry
  from unnest(${periods}::int[], ${moments}::timestamptz[]) as m (period, at)
  cross join lateral (
    select own_journal from stake_settlements where (to_at, to_id) >= (m.at, ${id}::bigint)
    order by to_at, to_id limit 1
  ) s
  order by m.period desc`;

/** The payments of an order, newest first: those before period `before`. Payouts write no row per order. */
export async function paymentsOf(
  db: Db,
  { id, stakedAt, output, periods: paid }: OrderFacts,
  { before, limit }: { before?: bigint | undefined; limit: number },
): Promise<Payment[]> {
  const last = before !== undefined && before <= paid ? Number(before) - 1 : Number(paid);
  if (output === 0n || last < 1) return [];
  const periods = Array.from({ length: Math.min(limit, last) }, (_, index) => last - index);
  const moments = periods.map((period) => paysAt(stakedAt, period));
  const { rows } = await paymentsQuery(id, periods, moments).execute(db);
  return rows;
}

/** An account's first order in the order of moments, among those that started before the watermark `s`. */
const firstDue = (userId: bigint, after: RawBuilder<unknown>) => sql`
  select o.phase * interval '1 millisecond' from stake_orders o
  where o.user_id = ${userId} and o.redeemed_at is null and o.staked_at < s.settled_at and ${after}
  order by o.phase, o.id limit 1`;
/**
 * An account's next payment: from an order after the watermark's time of day, or from one on the next day. Orders that
 * started after the watermark pay last, so they are considered only if there are no others; they are skipped until a
 * payout has passed them.
 */
const nextPayment = (userId: bigint) => sql`(
  select coalesce(
    s.day + (${firstDue(userId, sql`(o.phase, o.id) > (${fn('stake_phase')}(s.settled_at), s.settled_id)`)}),
    s.day + interval '24 hours' + (${firstDue(userId, sql`true`)}),
    (select min(staked_at) from stake_orders where user_id = ${userId} and redeemed_at is null) + interval '24 hours')
  from (select *, date_trunc('day', settled_at, 'UTC') as day from stake_state) s)`;

/** What an account currently has staked, which the latest row of its levels holds; for use in a statement. */
export const stakedNow = (userId: bigint) => sql<bigint>`coalesce((
  select staked from stake_levels where user_id = ${userId} order by at desc limit 1), 0)`;

/** What the account has staked, what it has earned in total and on the day `yesterday`, and its next payment. */
export async function stakeTotals(db: Db, userId: bigint, yesterday: string): Promise<StakeTotals> {
  const { rows } = await sql<StakeTotals>`
    select ${stakedNow(userId)} as staked, ${nextPayment(userId)} as "nextOutputAt", o.*,
      (select coalesce(sum(staking), 0) from team_earnings where user_id = ${userId}) as team,
      (select coalesce(sum(amount), 0) from stake_shares where user_id = ${userId}) as shares
    from (
      select coalesce(sum(amount), 0) as cumulative,
        coalesce(sum(amount) filter (where day = ${yesterday}::date), 0) as yesterday
      from stake_outputs where user_id = ${userId}
    ) o`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('a sum answered nothing');
  return totals;
}

interface DayOutput {
  day: string;
  output: bigint;
  team: bigint;
  shares: bigint;
}

/** Earnings on each of these Singapore days. */
export async function dayOutputs(db: Db, userId: bigint, days: readonly string[]): Promise<DayOutput[]> {
  const { rows } = await sql<DayOutput>`
    select d.day, coalesce(o.amount, 0) as output, coalesce(t.staking, 0) as team, coalesce(x.amount, 0) as shares
    from unnest(${days}::date[]) with ordinality as d (day, n)
    left join stake_outputs o on o.user_id = ${userId} and o.day = d.day
    left join team_earnings t on t.user_id = ${userId} and t.day = d.day
    left join stake_shares x on x.user_id = ${userId} and x.day = d.day
    order by d.n`.execute(db);
  return rows;
}

/** What a user had staked at these moments. */
export async function stakedAt(
  db: Db,
  userId: bigint,
  moments: readonly Date[],
): Promise<{ moment: Date; amount: bigint }[]> {
  const { rows } = await sql<{ moment: Date; amount: bigint }>`
    select m.moment, coalesce((
      select staked from stake_levels where user_id = ${userId} and at <= m.moment order by at desc limit 1), 0) as amount
    from unnest(${moments}::timestamptz[]) as m (moment)`.execute(db);
  return rows;
}

interface Batch {
  /** Orders examined; equal to the limit if more may be waiting. */
  taken: number;
  /** How many of them were paid. */
  paid: number;
  /** When the next order is due, in the past if more is due now; null without orders. */
  nextAt: Date | null;
  /** The accounts that received something; empty if there are more than 100. */
  accounts: bigint[];
}

/**
 * Pays one batch of what is due, in the caller's transaction. Rates are for the three levels above, in smallest units
 * of 1.
 */
export async function settleBatch(
  db: Db,
  now: Date,
  limit: number,
  rates: readonly bigint[],
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select taken, paid, next_at as "nextAt", accounts
    from ${fn('staking_settle')}(${now}::timestamptz, ${limit}::int, ${rates}::numeric[])`.execute(db);
  const [batch] = rows;
  if (!batch) throw new Error('staking_settle answered nothing');
  return batch;
}

/**
 * ADIT that declared rounds may still take from `staking_rewards`, in smallest units. No round is declared or paid
 * until the caller's transaction ends, so a caller that takes money from the fund must leave at least that much in it.
 */
export async function sharePromises(tx: Db, now: Date): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staking', 4))`.execute(tx);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(r.amount - r.paid), 0) as sum from stake_rounds r, stake_state s
    where r.at > least(s.settled_at, ${now}::timestamptz) - interval '24 hours'`.execute(tx);
  return rows[0]?.sum ?? 0n;
}
