/**
 * The breakdown of a team commission. Payouts write no row per order: the settlement that made the entry says which due
 * times it paid and at which rates, and the team's orders with such a due time are derived from that.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Level, Rates } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Earned } from './team.views.ts';

/** Due times of a day are ordered by time (`phase`: ms since midnight, UTC), then by order. */
interface Moment {
  readonly phase: bigint;
  readonly order: bigint;
}

/**
 * A row with its position in the list: by `phase`, then by `orderId`. For a race, these are its round and the member.
 */
export interface ReceiptRow extends Earned {
  readonly phase: bigint;
}

/** A payout: the due times of one UTC day after `from` up to and including `to`, paid at these rates. */
interface Settlement {
  /** Midnight, UTC. */
  readonly day: Date;
  readonly from: Moment;
  readonly to: Moment;
  readonly rates: Rates;
}

/** The payout that made an entry of team commission; undefined for any other entry. */
export async function settlementOf(db: Db, entry: bigint): Promise<Settlement | undefined> {
  const { rows } = await sql<
    Record<'fromPhase' | 'from' | 'toPhase' | 'to', bigint> & { day: Date; rates: bigint[] }
  >`
    select date_trunc('day', to_at, 'UTC') as day, ${fn('stake_phase')}(from_at)::bigint as "fromPhase", from_id as "from",
      ${fn('stake_phase')}(to_at)::bigint as "toPhase", to_id as "to", rates
    from stake_settlements where team_journal = ${entry}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const [first = 0n, second = 0n, third = 0n] = found.rates;
  return {
    day: found.day,
    from: { phase: found.fromPhase, order: found.from },
    to: { phase: found.toPhase, order: found.to },
    rates: [first, second, third],
  };
}

const ANCESTOR: Record<Level, RawBuilder<unknown>> = {
  1: sql.ref('ancestor1'),
  2: sql.ref('ancestor2'),
  3: sql.ref('ancestor3'),
};

/**
 * One level's orders that the payout paid, as a row comparison on that level's own index. An order pays from the day
 * after its start until its redemption, inclusive.
 */
const ofLevel = (userId: bigint, level: Level, s: Settlement, before: RawBuilder<unknown>, limit: number) => {
  const above = ANCESTOR[level];
  return sql`(
    select id, phase, user_id, output, ${sql.lit(level)} as level, ${s.day}::timestamptz + phase * interval '1 millisecond' as at
    from stake_orders
    where ${above} >= ${userId}::bigint and (${above}, phase, id) > (${userId}::bigint, ${s.from.phase}::bigint, ${s.from.order}::bigint)
      and (${above}, phase, id) ${before}
      and staked_at < ${s.day}::timestamptz
      and (redeemed_at is null or redeemed_at >= ${s.day}::timestamptz + phase * interval '1 millisecond')
      and ${fn('times')}(output, ${s.rates[level - 1] ?? 0n}::numeric) > 0
    order by ${above} desc, phase desc, id desc limit ${limit})`;
};

/** The statement of `receiptRows`, for tests of what it reads. */
export function receiptQuery(
  userId: bigint,
  s: Settlement,
  limit: number,
  after: Moment | undefined,
): RawBuilder<ReceiptRow> {
  const before = after
    ? sql`< (${userId}::bigint, ${after.phase}::bigint, ${after.order}::bigint)`
    : sql`<= (${userId}::bigint, ${s.to.phase}::bigint, ${s.to.order}::bigint)`;
  const levels = ([1, 2, 3] as const).filter((level) => (s.rates[level - 1] ?? 0n) > 0n);
  return sql<ReceiptRow>`
    select o.id as "orderId", o.phase::bigint as phase, o.level, o.output, o.at, u.address
    from (
      select * from (${sql.join(
        levels.map((level) => ofLevel(userId, level, s, before, limit)),
        sql` union all `,
      )}) one order by phase desc, id desc limit ${limit}
    ) o
    cross join lateral (select address from users where id = o.user_id offset 0) u
    order by o.phase desc, o.id desc`;
}

/** The orders behind a payout's entry for an account, latest due time first, starting after `after`. */
export async function receiptRows(
  db: Db,
  userId: bigint,
  settlement: Settlement,
  limit: number,
  after?: Moment,
): Promise<ReceiptRow[]> {
  const { rows } = await receiptQuery(userId, settlement, limit, after).execute(db);
  return rows;
}
