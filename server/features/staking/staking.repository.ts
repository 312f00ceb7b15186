/** Stake orders in the database. What an order has paid is derived from its times and the payout watermark. */
import { type RawBuilder, sql } from 'kysely';
import { paysAt } from '#rules/staking.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { OrderFacts, StakeTotals } from './staking.views.ts';

/** The time up to which an order `o` has been paid, given the watermark `s`; limited to before `until`, if given. */
const paidEnd = (until?: RawBuilder<unknown>) => sql`
  least(o.redeemed_at, s.settled_at - case when o.id > s.settled_id then interval '1 millisecond' else interval '0' end
    ${until ? sql`, ${until} - interval '1 millisecond'` : sql``})`;
const periods = (until?: RawBuilder<unknown>) => sql`${fn('stake_periods')}(o.staked_at, ${paidEnd(until)})`;

/** The time of a stake or a redemption made now; no payout runs until the transaction ends. */
export async function stakeMoment(db: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${fn('stake_moment')}(${now}::timestamptz) as at`.execute(
    db,
  );
  return rows[0]?.at ?? now;
}

/** Creates an order with the account's ancestors. Returns its id. */
export async function createOrder(
  db: Db,
  order: { userId: bigint; amount: bigint; output: bigint; stakedAt: Date },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    insert into stake_orders (user_id, ancestor1, ancestor2, ancestor3, amount, output, phase, staked_at)
    select id, ancestor1, ancestor2, ancestor3, ${order.amount}::numeric, ${order.output}::numeric,
      ${fn('stake_phase')}(${order.stakedAt}::timestamptz), ${order.stakedAt}::timestamptz
    from users where id = ${order.userId} returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('an order belongs to an account');
  return id;
}

/** Locks one of the account's unredeemed orders. */
export const lockOrder = (db: Db, userId: bigint, id: bigint) =>
  db
    .selectFrom('stake_orders')
    .select(['id', 'amount', 'staked_at as stakedAt'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('redeemed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export async function redeemOrder(db: Db, id: bigint, at: Date): Promise<void> {
  await db.updateTable('stake_orders').set({ redeemed_at: at }).where('id', '=', id).execute();
}

/** The account's orders, newest first: those before id `before`, or only the one with `id`. */
export async function findOrders(
  db: Db,
  userId: bigint,
  { before, id, limit }: { before?: bigint | undefined; id?: bigint | undefined; limit: number },
): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select o.id, o.amount, o.output, o.staked_at as "stakedAt", o.redeemed_at as "redeemedAt", ${periods()} as periods
    from stake_orders o, stake_state s
    where o.user_id = ${userId} ${id === undefined ? sql`` : sql`and o.id = ${id}`}
      ${before === undefined ? sql`` : sql`and o.id < ${before}`}
    order by o.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface Payment {
  /** From 1. */
  period: number;
  at: Date;
  /** The journal entry that credited it. */
  entry: bigint;
}

/** The statement of `paymentsOf`, for tests of what it reads: the first settlement whose window ends no earlier paid a moment. */
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

/**
 * What the account has staked, what it has earned, and its next payment; `yesterday` runs from `from` up to but not
 * including `to`.
 */
export async function stakeTotals(
  db: Db,
  userId: bigint,
  { from, to }: { from: Date; to: Date },
): Promise<StakeTotals> {
  const { rows } = await sql<StakeTotals>`
    select coalesce(sum(amount) filter (where active), 0) as staked,
      min(staked_at + (periods + 1)::int * interval '24 hours') filter (where active) as "nextOutputAt",
      coalesce(sum(output * (up_to - up_from)), 0) as yesterday,
      coalesce(sum(output * periods), 0) as cumulative,
      (select coalesce(sum(staking), 0) from team_earnings where user_id = ${userId}) as team,
      (select coalesce(sum(amount), 0) from stake_shares where user_id = ${userId}) as shares
    from (
      select o.amount, o.output, o.staked_at, o.redeemed_at is null as active, ${periods()} as periods,
        ${periods(sql`${from}::timestamptz`)} as up_from, ${periods(sql`${to}::timestamptz`)} as up_to
      from stake_orders o, stake_state s where o.user_id = ${userId} offset 0
    ) own`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('a sum answered nothing');
  return totals;
}

export interface DayOutput {
  day: string;
  output: bigint;
  team: bigint;
  shares: bigint;
}

/** Earnings on each of the given consecutive Singapore days. */
export async function dayOutputs(
  db: Db,
  userId: bigint,
  days: readonly string[],
  begins: readonly Date[],
): Promise<DayOutput[]> {
  const { rows } = await sql<DayOutput>`
    select d.day, coalesce(own.output, 0) as output, coalesce(t.staking, 0) as team, coalesce(x.amount, 0) as shares
    from unnest(${days}::date[], ${begins}::timestamptz[]) with ordinality as d (day, begin, n)
    cross join lateral (
      select sum(o.output * (${periods(sql`d.begin + interval '24 hours'`)} - ${periods(sql`d.begin`)})) as output
      from stake_orders o, stake_state s
      where o.user_id = ${userId} and o.staked_at < d.begin and (o.redeemed_at is null or o.redeemed_at >= d.begin)
    ) own
    left join team_earnings t on t.user_id = ${userId} and t.day = d.day
    left join stake_shares x on x.user_id = ${userId} and x.day = d.day
    order by d.n`.execute(db);
  return rows;
}

/** What an account currently has staked. */
export async function stakedOf(db: Db, userId: bigint): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0) as sum from stake_orders
    where user_id = ${userId} and redeemed_at is null`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** What a user had staked at these moments. */
export async function stakedAt(
  db: Db,
  userId: bigint,
  moments: readonly Date[],
): Promise<{ moment: Date; amount: bigint }[]> {
  const { rows } = await sql<{ moment: Date; amount: bigint }>`
    select m.moment, coalesce(sum(o.amount), 0) as amount from unnest(${moments}::timestamptz[]) as m (moment)
    left join stake_orders o on o.user_id = ${userId} and o.staked_at <= m.moment
      and (o.redeemed_at is null or o.redeemed_at > m.moment)
    group by m.moment`.execute(db);
  return rows;
}

export interface Batch {
  /** Orders examined; equal to the limit when more may be waiting. */
  taken: number;
  /** How many of them were paid. */
  paid: number;
  /** When the next order is due; null without orders. In the past if more is due now. */
  nextAt: Date | null;
  /** The accounts that got something; empty if there are more than 100. */
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
 * until the caller's transaction ends, so a caller that debits the fund must leave at least that much in it.
 */
export async function sharePromises(tx: Db, now: Date): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staking', 4))`.execute(tx);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(r.amount - r.paid), 0) as sum from stake_rounds r, stake_state s
    where r.at > least(s.settled_at, ${now}::timestamptz) - interval '24 hours'`.execute(tx);
  return rows[0]?.sum ?? 0n;
}
