/**
 * The breakdown of a race commission. The entry's reference names the batch of the round's settlement that paid it, and
 * the batch names the range of accounts whose stakes it counted; the team's members are then found among those bets.
 */
import { sql } from 'kysely';
import type { Rates } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { ReceiptRow } from './receipt.repository.ts';

/** A batch of a round's settlement: accounts after `from` up to and including `to`, paid at these rates. */
interface RaceBatch {
  readonly round: bigint;
  readonly from: bigint;
  readonly to: bigint;
  readonly rates: Rates;
}

/** The batch that a reference ('round/batch') names; undefined for any other reference. */
export async function raceBatchOf(db: Db, ref: string | null): Promise<RaceBatch | undefined> {
  const [, round, batch] = /^(\d{1,12})\/(\d{1,9})$/.exec(ref ?? '') ?? [];
  if (round === undefined || batch === undefined) return undefined;
  const row = await db
    .selectFrom('race_batches as b')
    .innerJoin('race_rounds as r', 'r.round', 'b.round')
    .select(['b.from_user', 'b.to_user', 'r.rates'])
    .where('b.round', '=', BigInt(round))
    .where('b.batch', '=', Number(batch))
    .executeTakeFirst();
  if (!row) return undefined;
  const [first = 0n, second = 0n, third = 0n] = row.rates;
  return { round: BigInt(round), from: row.from_user, to: row.to_user, rates: [first, second, third] };
}

/**
 * Members whose stakes the account earned from, newest first, starting after `after`. Reads at most one batch of
 * entries (`BATCH` in race.usecases.ts), stored close together.
 */
export async function raceReceiptRows(
  db: Db,
  userId: bigint,
  { round, from, to, rates }: RaceBatch,
  limit: number,
  after?: bigint,
): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select e.user_id as "orderId", ${round}::bigint as phase, e.level, e.total as output, e.placed_at as at, u.address
    from (
      select user_id, total, placed_at,
        case ${userId}::bigint when ancestor1 then 1 when ancestor2 then 2 when ancestor3 then 3 end as level
      from race_entries where round = ${round}::bigint and user_id > ${from}::bigint and user_id <= ${to}::bigint
        ${after === undefined ? sql`` : sql`and user_id < ${after}::bigint`}
      order by user_id desc offset 0
    ) e
    cross join lateral (select address from users where id = e.user_id offset 0) u
    where ${fn('times')}(e.total, (${rates}::numeric[])[e.level]) > 0
    order by e.user_id desc limit ${limit}`.execute(db);
  return rows;
}
