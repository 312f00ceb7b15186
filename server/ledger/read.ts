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
  /** The journal entry; with the coin also the place in the list (newest first) from which the next page goes on. */
  entry: bigint;
  kind: string;
  ref: string | null;
  at: Date;
  coin: string;
  amount: bigint;
  /** What the user held of the coin after it. */
  balanceAfter: bigint;
  /** Which of the user's movements in this entry it is, counted from 0 by coin. Stays as it is, since entries do. */
  place: bigint;
}

export interface HistoryPage {
  coin?: string | undefined;
  /** Only entries of these kinds. */
  kinds?: readonly string[] | undefined;
  /** The last movement of the page before; the first page has none. */
  after?: Pick<Movement, 'entry' | 'coin'> | undefined;
  limit: number;
}

/**
 * A user's movements, newest first, a page at a time. Reads `limit` rows a coin held (and kind asked for) through the keys of
 * the postings, however long the history is and however rare what is asked for.
 */
export async function history(
  db: Db,
  userId: bigint,
  { coin, kinds, after, limit }: HistoryPage,
): Promise<Movement[]> {
  const everyKind = sql`cross join unnest(${kinds ?? []}::text[]) as k (kind)`;
  // Without the subquery's own end (offset) a plan might read the whole journal for a page.
  const { rows } = await sql<Movement>`
    select p.entry, p.kind, j.ref, j.at, p.coin, p.amount, p."balanceAfter", s.place
    from (
      select own.* from ledger_accounts a
      ${kinds ? everyKind : sql``}
      cross join lateral (
        select journal_id as entry, kind, coin, amount, balance_after as "balanceAfter" from ledger_postings
        where account_id = a.id
          ${kinds ? sql`and kind = k.kind` : sql``}
          ${after ? sql`and journal_id <= ${after.entry} and (journal_id, coin) < (${after.entry}, ${after.coin})` : sql``}
        order by journal_id desc limit ${limit}
      ) own
      where a.user_id = ${userId} ${coin === undefined ? sql`` : sql`and a.coin = ${coin}`}
      order by own.entry desc, own.coin desc limit ${limit}
    ) p
    cross join lateral (select ref, at from ledger_journal where id = p.entry offset 0) j
    cross join lateral (
      select count(*) as place from ledger_postings q join ledger_accounts o on o.id = q.account_id
      where q.journal_id = p.entry and q.coin < p.coin and o.user_id = ${userId}
    ) s
    order by p.entry desc, p.coin desc`.execute(db);
  return rows;
}
