// Any number of accounts, created set-based, each holding some of several coins; all balances of a coin sum to zero.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const COINS = ['ADIT', 'USDT', 'BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'TON', 'SHIB', 'AVAX'];
const BATCH = 100_000;

/** Random addresses: not in the order of accounts. */
export const ADDRESS = sql<string>`'0x' || substr(encode(sha256(n::text::bytea), 'hex'), 1, 40)`;

/** Fills an empty database; everybody holds ADIT, and two thirds hold each further coin. */
export async function fillBalances(db: Kysely<Tables>, users: number, coins: number): Promise<void> {
  for (let from = 1; from <= users; from += BATCH) {
    const to = Math.min(users, from + BATCH - 1);
    await sql`
      insert into users (address, invite_code, created_at)
      select ${ADDRESS}, 'M' || n, '2026-03-01T00:00:00Z' from generate_series(${from}::int, ${to}::int) n`.execute(
      db,
    );
  }
  const { rows } = await sql<{ first: bigint; last: bigint }>`
    select min(id) as first, max(id) as last from users`.execute(db);
  const { first, last } = rows[0] ?? { first: 1n, last: 0n };
  for (let from = first; from <= last; from += BigInt(BATCH))
    await sql`
      insert into ledger_accounts (user_id, coin, balance)
      select u.id, c.coin, (1000 + u.id * 7919 % 1000003) * 123456789012345::numeric
      from users u, unnest(${COINS.slice(0, coins)}::text[]) with ordinality as c (coin, place)
      where u.id between ${from} and ${from + BigInt(BATCH) - 1n} and (c.place = 1 or (u.id + c.place) % 3 <> 0)`.execute(
      db,
    );
  await sql`
    insert into ledger_accounts (system, coin, balance)
    select case when coin = 'ADIT' then 'issuance' else 'custody' end, coin, -sum(balance)
    from ledger_accounts group by coin`.execute(db);
}
