/** Stakes and shares of repurchases, for an account's data export. */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';

interface Stake {
  id: bigint;
  amount: bigint;
  output: bigint;
  staked_at: Date;
  redeemed_at: Date | null;
}

const stakes: DataSection = {
  name: 'stakes',
  about: 'Stakes in ADIT with what each pays every 24 hours.',
  async *rows(db, userId) {
    // Written with exactly the columns of the index by user; otherwise the planner might choose the order of all ids.
    const found = pageByPage<Stake>(async (limit, after) => {
      const { rows } = await sql<Stake>`
        select id, amount, output, staked_at, redeemed_at from stake_orders
        where (user_id, id) > (${userId}::bigint, ${after?.id ?? 0n}::bigint) and user_id <= ${userId}
        order by user_id, id limit ${limit}`.execute(db);
      return rows;
    });
    for await (const row of found)
      yield {
        id: String(row.id),
        amount: fromUnits(row.amount),
        dailyOutput: fromUnits(row.output),
        stakedAt: row.staked_at,
        redeemedAt: row.redeemed_at,
      };
  },
};

const shares: DataSection = {
  name: 'repurchaseShares',
  about: 'What stakes received from repurchases, in ADIT, by Singapore day.',
  async *rows(db, userId) {
    const days = pageByPage<{ day: string; amount: bigint }>((limit, after) =>
      db
        .selectFrom('stake_shares')
        .select(['day', 'amount'])
        .where('user_id', '=', userId)
        .$if(after !== undefined, (query) => query.where('day', '>', after?.day ?? ''))
        .orderBy('day')
        .limit(limit)
        .execute(),
    );
    for await (const { day, amount } of days) yield { day, amount: fromUnits(amount) };
  },
};

export const stakingSections: readonly DataSection[] = [stakes, shares];
