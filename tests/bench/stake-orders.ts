/**
 * Any number of stake orders, one per account, in a random tree of inviters: each account was invited by an older one,
 * so that most orders have three levels above them and half of all accounts have a team. Created set-based; the ledger
 * is sound.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const BATCH = 100_000;
/** Orders are spread over this UTC day. */
export const STAKED_ON = '2026-03-01T00:00:00Z';
const AMOUNT = '123456789012345678901';
/** A thousandth of it, rounded down. */
const OUTPUT = '123456789012345678';

const range = async (count: number, run: (from: number, to: number) => Promise<unknown>): Promise<void> => {
  for (let from = 1; from <= count; from += BATCH) await run(from, Math.min(count, from + BATCH - 1));
};

/** Books what accounts have staked as one entry out of issuance. */
async function book(db: Kysely<Tables>): Promise<void> {
  await sql`
    with entry as (
      insert into ledger_journal (kind, ref, at) values ('stake', 'bench', ${STAKED_ON}) returning id
    ), sums as (
      select sum(amount) as total from stake_orders
    ), accounts as (
      insert into ledger_accounts (system, coin, balance)
      select line.system, 'ADIT', line.sign * total from sums, (values ('issuance', -1), ('staked', 1)) as line (system, sign)
      returning id, balance
    )
    insert into ledger_postings (journal_id, account_id, coin, amount)
    select entry.id, accounts.id, 'ADIT', balance from entry, accounts`.execute(db);
}

/** Fills an empty database with accounts 1 to `count`, each with an ADIT account and an order. */
export async function stakeOrders(db: Kysely<Tables>, count: number): Promise<void> {
  await sql`create temporary table tree (id bigint primary key, parent bigint)`.execute(db);
  await range(count, (from, to) =>
    sql`
      insert into tree select n, nullif(('x' || substr(md5(n::text), 1, 7))::bit(28)::int % n, 0)
      from generate_series(${from}::int, ${to}::int) n`.execute(db),
  );
  await sql`analyze tree`.execute(db);
  await range(count, (from, to) =>
    sql`
      insert into users (id, address, invite_code, invited_by, ancestor1, ancestor2, ancestor3, created_at)
      overriding system value
      select a.id, '0x' || lpad(to_hex(a.id), 40, '0'), 'S' || a.id, a.parent, a.parent, b.parent, c.parent, ${STAKED_ON}
      from tree a left join tree b on b.id = a.parent left join tree c on c.id = b.parent
      where a.id between ${from} and ${to} order by a.id`.execute(db),
  );
  await sql`insert into ledger_accounts (user_id, coin) select id, 'ADIT' from users order by id`.execute(db);
  await range(count, (from, to) =>
    sql`
      insert into stake_orders (user_id, ancestor1, ancestor2, ancestor3, amount, output, phase, staked_at)
      select id, ancestor1, ancestor2, ancestor3, ${AMOUNT}::numeric, ${OUTPUT}::numeric, phase,
        ${STAKED_ON}::timestamptz + phase * interval '1 millisecond'
      from (select u.*, (u.id * 7919 * 1009 % 86400000)::int as phase from users u where id between ${from} and ${to}) u`.execute(
      db,
    ),
  );
  await book(db);
  await sql`drop table tree`.execute(db);
  for (const name of ['users', 'ledger_accounts', 'stake_orders', 'ledger_postings'])
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
}
