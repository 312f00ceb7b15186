/**
 * Any number of stake orders, one per account, in a random tree of inviters, so that most orders have three levels above
 * them and half of all accounts have a team. Created set-based; every order has its entry in the ledger, which is sound.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { makeAccounts } from './games-rows.ts';

const BATCH = 100_000;
/** Orders are spread over this UTC day. */
export const STAKED_ON = '2026-03-01T00:00:00Z';
const AMOUNT = '123456789012345678901';
/** A thousandth of it, rounded down. */
const OUTPUT = '123456789012345678';

const range = async (count: number, run: (from: number, to: number) => Promise<unknown>): Promise<void> => {
  for (let from = 1; from <= count; from += BATCH) await run(from, Math.min(count, from + BATCH - 1));
};

/** Fills an empty database with accounts 1 to `count`, each of which has staked all that it had. */
export async function stakeOrders(db: Kysely<Tables>, count: number): Promise<void> {
  await makeAccounts(db, count, BigInt(AMOUNT));
  await range(count, (from, to) =>
    sql`
      insert into stake_orders (user_id, ancestor1, ancestor2, ancestor3, amount, output, phase, staked_at)
      select id, ancestor1, ancestor2, ancestor3, ${AMOUNT}::numeric, ${OUTPUT}::numeric, phase,
        ${STAKED_ON}::timestamptz + phase * interval '1 millisecond'
      from (select u.*, (u.id * 7919 * 1009 % 86400000)::int as phase from users u where id between ${from} and ${to}) u`.execute(
      db,
    ),
  );
  await sql`
    insert into ledger_accounts (system, coin, balance) values ('staked', 'ADIT', ${AMOUNT}::numeric * ${count}::int)`.execute(
    db,
  );
  await sql`update ledger_accounts set balance = 0 where user_id is not null`.execute(db);
  await range(count, (from, to) =>
    sql`
      with entries as (
        insert into ledger_journal (kind, ref, at)
        select 'stake', id::text, staked_at from stake_orders where user_id between ${from} and ${to}
        returning id, ref
      ), lines as (
        select e.id, a.id as account, -o.amount as amount, 0 as after, 'stake' as kind
        from entries e join stake_orders o on o.id = e.ref::bigint join ledger_accounts a on a.user_id = o.user_id
        union all
        select e.id, a.id, ${AMOUNT}::numeric, null, null from entries e, ledger_accounts a where a.system = 'staked'
      )
      insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
      select id, account, 'ADIT', amount, after, kind from lines order by id, account`.execute(db),
  );
  for (const name of ['users', 'ledger_accounts', 'ledger_journal', 'ledger_postings', 'stake_orders'])
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
}
