/** What the repurchase fund has bought: append-only rows, each with the running totals including its own amounts. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/** ADIT bought so far and its two halves, in smallest units. */
export interface Totals {
  bought: bigint;
  institution: bigint;
  stakers: bigint;
}

export interface Repurchase {
  /** The entry that took `paid` USDT out of the fund. */
  journal: bigint;
  at: Date;
  kind: 'token' | 'hashrate';
  amount: bigint;
  paid: bigint;
  /** The two halves of bought ADIT. */
  institution?: bigint;
  stakers?: bigint;
}

/**
 * Lists a repurchase. Call it right after its entry, as a separate statement in the same transaction: the entry holds
 * the fund's row until the commit, so that the previous row is visible and no other comes in between.
 */
export async function noteRepurchase(db: Db, one: Repurchase): Promise<void> {
  const { journal, at, kind, amount, paid, institution = 0n, stakers = 0n } = one;
  await sql`
    insert into repurchases (
      journal_id, at, kind, amount, paid, institution, stakers, bought_total, institution_total, stakers_total
    )
    select ${journal}::bigint, ${at}::timestamptz, ${kind}::text, ${amount}::numeric, ${paid}::numeric, new.institution, new.stakers,
      coalesce(last.bought_total, 0) + new.institution + new.stakers,
      coalesce(last.institution_total, 0) + new.institution, coalesce(last.stakers_total, 0) + new.stakers
    from (select ${institution}::numeric as institution, ${stakers}::numeric as stakers) new
    left join (
      select bought_total, institution_total, stakers_total from repurchases order by id desc limit 1
    ) last on true`.execute(db);
}

/** The totals of all rows, taken from the newest one. */
export async function totals(db: Db): Promise<Totals> {
  const row = await db
    .selectFrom('repurchases')
    .select(['bought_total as bought', 'institution_total as institution', 'stakers_total as stakers'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { bought: 0n, institution: 0n, stakers: 0n };
}

/** The newest `limit` rows that are older than `before`. */
export const repurchases = (db: Db, limit: number, before?: bigint) =>
  db
    .selectFrom('repurchases')
    .select(['id', 'at', 'kind', 'amount', 'paid'])
    .$if(before !== undefined, (query) => query.where('id', '<', before as bigint))
    .orderBy('id', 'desc')
    .limit(limit);
