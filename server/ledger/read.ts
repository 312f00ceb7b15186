/** Reading the ledger. Amounts in smallest units (10^-18). */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/** What a user holds, by coin; coins never held are missing. */
export async function balances(db: Db, userId: bigint): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['coin', 'balance'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ coin, balance }) => [coin, balance]));
}

/** The balance of a system account, all its shards together. */
export async function systemBalance(db: Db, system: string, coin: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(balance), 0) as sum from ledger_accounts where system = ${system} and coin = ${coin}`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}

/** Every system account that was ever used, its shards together, in the order of names. */
export async function systemBalances(db: Db): Promise<{ system: string; coin: string; balance: bigint }[]> {
  const { rows } = await sql<{ system: string; coin: string; balance: bigint }>`
    select system, coin, sum(balance) as balance from ledger_accounts
    where system is not null group by system, coin order by system, coin`.execute(db);
  return rows;
}

/** One line of a user's history. */
export interface Movement {
  /** The journal entry; also the place in the list (newest first) from which the next page goes on. */
  entry: bigint;
  kind: string;
  ref: string | null;
  at: Date;
  coin: string;
  amount: bigint;
  /** What the user held of the coin after it. */
  balanceAfter: bigint;
}

export interface HistoryPage {
  coin?: string | undefined;
  /** The last movement of the page before; the first page has none. */
  after?: Pick<Movement, 'entry' | 'coin'> | undefined;
  limit: number;
}

/**
 * A user's movements, newest first, a page at a time. Reads `limit` rows a coin held through the key of the postings,
 * however long the history is.
 */
export async function history(
  db: Db,
  userId: bigint,
  { coin, after, limit }: HistoryPage,
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select p.entry, j.kind, j.ref, j.at, p.coin, p.amount, p."balanceAfter"
    from ledger_accounts a
    cross join lateral (
      select journal_id as entry, coin, amount, balance_after as "balanceAfter" from ledger_postings
      where account_id = a.id
        and (${after?.entry ?? null}::bigint is null or journal_id <= ${after?.entry ?? null}::bigint)
        and (${after?.entry ?? null}::bigint is null or (journal_id, coin) < (${after?.entry ?? null}::bigint, ${after?.coin ?? null}::text))
      order by journal_id desc limit ${limit}
    ) p
    join ledger_journal j on j.id = p.entry
    where a.user_id = ${userId} and (${coin ?? null}::text is null or a.coin = ${coin ?? null}::text)
    order by p.entry desc, p.coin desc limit ${limit}`.execute(db);
  return rows;
}
