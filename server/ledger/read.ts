/** Reading the ledger. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/** What a user holds, in smallest units by coin; coins never held are missing. */
export async function balances(db: Db, userId: bigint): Promise<Map<string, bigint>> {
  const rows = await db.selectFrom('ledger_accounts').select(['coin', 'balance']).where('user_id', '=', userId).execute();
  return new Map(rows.map(({ coin, balance }) => [coin, balance]));
}

/** The balance of a system account, all its shards together, in smallest units. */
export async function systemBalance(db: Db, system: string, coin: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(balance), 0) as sum from ledger_accounts where system = ${system} and coin = ${coin}`.execute(db);
  return rows[0]?.sum ?? 0n;
}
