/**
 * Creates an account with a fund history of any length quickly, with set-based SQL. Most rows share one coin and one category; the five
 * oldest have a coin and a category that occur nowhere else. The ledger stays balanced.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { makeUsers } from '#tests/support/ledger.ts';

/** Coin and category of the oldest rows, and how many there are. */
export const RARE = { coin: 'AVAX', category: 'refund', rows: 5 } as const;
/** Coin and category of most rows. */
export const COMMON = { coin: 'USDT', category: 'exchange' } as const;

const BATCH = 50_000;
const START = '2024-01-01T00:00:00Z';

/** Creates an account with `rows` entries of one smallest unit each, one second apart. Returns its id. */
export async function longHistory(db: Kysely<Tables>, rows: number): Promise<bigint> {
  const [user = 0n] = await makeUsers(db, 1);
  await lengthenHistory(db, user, rows);
  return user;
}

/** Adds such entries to an account. */
export async function lengthenHistory(db: Kysely<Tables>, user: bigint, rows: number): Promise<void> {
  await sql`
    insert into ledger_accounts (user_id, coin) select ${user}, unnest(array['USDT', 'ADIT', 'BTC', 'AVAX'])
    on conflict do nothing`.execute(db);
  await sql`
    insert into ledger_accounts (system, coin) select 'custody', unnest(array['USDT', 'ADIT', 'BTC', 'AVAX'])
    on conflict do nothing`.execute(db);
  for (let from = 1; from <= rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH - 1);
    await sql`
      with plan as materialized (
        select nextval(pg_get_serial_sequence('ledger_journal', 'id')) as id, n,
          case when n <= ${RARE.rows}::int then 'refund' when n % 10 < 7 then 'exchange' when n % 10 = 7 then 'deposit'
            when n % 10 = 8 then 'mining' else 'withdraw' end as kind,
          case when n <= ${RARE.rows}::int then 'AVAX' when n % 10 < 8 then 'USDT' when n % 10 = 8 then 'ADIT' else 'BTC' end as coin
        from generate_series(${from}::int, ${to}::int) n
      ), booked as (
        insert into ledger_journal (id, kind, ref, at) overriding system value
        select id, kind, case kind when 'deposit' then '0x' || lpad(to_hex(id), 64, '0') || '/0' end,
          ${START}::timestamptz + n * interval '1 second' from plan
      ), counted as (
        select plan.*, a.id as account, a.balance + row_number() over (partition by plan.coin order by n) as after
        from plan join ledger_accounts a on a.user_id = ${user} and a.coin = plan.coin
      ), moved as (
        insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
        select id, account, coin, 1, after, kind from counted
        union all
        select p.id, c.id, p.coin, -1, null, null from plan p
          join ledger_accounts c on c.system = 'custody' and c.coin = p.coin and c.shard = 0
      )
      update ledger_accounts a set balance = a.balance + s.rows * case when a.user_id is null then -1 else 1 end
      from (select coin, count(*) as rows from plan group by coin) s
      where a.coin = s.coin and (a.user_id = ${user} or (a.system = 'custody' and a.shard = 0))`.execute(db);
  }
}
