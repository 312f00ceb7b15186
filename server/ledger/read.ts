/** Reads the ledger. Amounts in smallest units (10^-18). */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';

/** What a user holds, by coin; coins never held are missing. */
export async function balances(db: Db, userId: bigint): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['coin', 'balance'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ coin, balance }) => [coin, balance]));
}

/** The same with another `figure`, read at the same moment, so that no coin is counted twice while it moves. */
export async function balancesWith(
  db: Db,
  userId: bigint,
  figure: RawBuilder<bigint>,
): Promise<{ held: Map<string, bigint>; figure: bigint }> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['coin', 'balance', figure.as('figure')])
    .where('user_id', '=', userId)
    .execute();
  return { held: new Map(rows.map(({ coin, balance }) => [coin, balance])), figure: rows[0]?.figure ?? 0n };
}

/** What a user held of each coin at these moments; coins not held yet at a moment are missing. */
export async function balancesAt(
  db: Db,
  userId: bigint,
  moments: readonly Date[],
): Promise<{ moment: Date; coin: string; balance: bigint }[]> {
  const { rows } = await sql<{ moment: Date; coin: string; balance: bigint }>`
    select moment, coin, balance from ${fn('ledger_balances_at')}(${userId}, ${moments}::timestamptz[])`.execute(
    db,
  );
  return rows;
}

/** What each of these users holds, by coin; users who hold nothing are missing. */
export async function balancesOf(
  db: Db,
  users: readonly bigint[],
): Promise<Map<bigint, Map<string, bigint>>> {
  const { rows } = await sql<{ user: bigint; coin: string; balance: bigint }>`
    select user_id as user, coin, balance from ledger_accounts
    where user_id = any(${users}::bigint[]) and balance > 0 order by user_id, coin`.execute(db);
  const all = new Map<bigint, Map<string, bigint>>();
  for (const { user, coin, balance } of rows)
    all.set(user, (all.get(user) ?? new Map<string, bigint>()).set(coin, balance));
  return all;
}

/** The trace of the request that made an entry, 32 hex digits; undefined if it was not made by exactly one request. */
export async function traceOf(db: Db, entry: bigint): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_journal')
    .select('trace')
    .where('id', '=', entry)
    .executeTakeFirst();
  return row?.trace?.replaceAll('-', '');
}

/** The balance of a system account, the sum of its shards. */
export async function systemBalance(db: Db, system: string, coin: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(balance), 0) as sum from ledger_accounts where system = ${system} and coin = ${coin}`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}

/**
 * What users received and paid in a coin through entries of these kinds, each counted after the entry `after`, and the
 * last of these entries.
 */
export async function postedSince(
  db: Db,
  users: readonly { user: bigint; after: bigint }[],
  { coin, kinds }: { coin: string; kinds: readonly string[] },
): Promise<{ user: bigint; after: bigint; upto: bigint; received: bigint; paid: bigint }[]> {
  if (users.length === 0) return [];
  const { rows } = await sql<{ user: bigint; after: bigint; upto: bigint; received: bigint; paid: bigint }>`
    select w.user, w.after, s.upto, s.received, s.paid
    from unnest(${users.map(({ user }) => user)}::bigint[], ${users.map(({ after }) => after)}::bigint[]) as w ("user", after)
    cross join lateral ${fn('ledger_since')}(w.user, ${coin}, ${kinds}::text[], w.after) s`.execute(db);
  return rows;
}

/** What each entry booked to a system account, in one coin each; entries that booked nothing to it are left out. */
export async function bookedTo(
  db: Db,
  system: string,
  entries: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  if (entries.length === 0) return new Map();
  const { rows } = await sql<{ entry: bigint; amount: bigint }>`
    select e.id as entry, p.amount from unnest(${entries}::bigint[]) as e (id)
    cross join lateral (select account_id, amount from ledger_postings where journal_id = e.id offset 0) p
    join ledger_accounts a on a.id = p.account_id and a.system = ${system}`.execute(db);
  return new Map(rows.map(({ entry, amount }) => [entry, amount]));
}

/** How much of a coin a fund has promised and must keep. */
export async function promisedBy(db: Db, fund: string, coin: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('promised')
    .where('system', '=', fund)
    .where('coin', '=', coin)
    .where('promised', 'is not', null)
    .executeTakeFirst();
  return row?.promised ?? 0n;
}

/**
 * Every system account ever used, or one of them with some coins, each as the sum of its shards, in the order of names.
 */
export async function systemBalances(
  db: Db,
  only?: { readonly system: string; readonly coins: readonly string[] },
): Promise<{ system: string; coin: string; balance: bigint }[]> {
  const { rows } = await sql<{ system: string; coin: string; balance: bigint }>`
    select system, coin, sum(balance) as balance from ledger_accounts
    where ${only ? sql`system = ${only.system} and coin = any(${only.coins}::text[])` : sql`system is not null`}
    group by system, coin order by system, coin`.execute(db);
  return rows;
}

/** One line of a user's history. */
export interface Movement {
  /** The journal entry; together with the coin also the position in the list (newest first) where the next page begins. */
  entry: bigint;
  kind: string;
  ref: string | null;
  at: Date;
  coin: string;
  amount: bigint;
  /** The user's balance of the coin after it. */
  balanceAfter: bigint;
  /** Which of the user's movements in this entry it is, counted from 0 by coin. Never changes, because entries never do. */
  place: bigint;
}

/** A condition on a movement: one of these coins, or one of these kinds. */
interface Fitting {
  readonly coins: readonly string[];
  readonly kinds: readonly string[];
}

export interface HistoryPage {
  coin?: string | undefined;
  /** Only entries of these kinds. */
  kinds?: readonly string[] | undefined;
  /** Only entries made at or after `from`, and before `to`. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only what meets each of these conditions; needs `kinds`. */
  fitting?: readonly Fitting[] | undefined;
  /** Only this amount as lists show it (`shownUnits`), whatever its sign, or one of these entries; needs `kinds`. */
  found?: { readonly amount?: bigint | undefined; readonly entries: readonly bigint[] } | undefined;
  /** The last movement of the previous page; undefined for the first page. */
  after?: Pick<Movement, 'entry' | 'coin'> | undefined;
  limit: number;
}

/** Greater than every id. */
export const END = 2n ** 63n - 1n;

/** The last entry made before a moment. The ledger stores whole milliseconds. */
export const entryBefore = (moment: Date): RawBuilder<unknown> =>
  sql`(select ${fn('ledger_entry_by')}(${moment}::timestamptz - interval '1 microsecond'))`;

/** Whether a coin and a kind meet all conditions. */
function fits(fitting: readonly Fitting[], coin: RawBuilder<unknown>, kind: RawBuilder<unknown>) {
  const each = fitting.map(
    ({ coins, kinds }) => sql`(${coin} = any(${coins}::text[]) or ${kind} = any(${kinds}::text[]))`,
  );
  return each.length === 0 ? sql`true` : sql.join(each, sql` and `);
}

/** The rows of `history` before they are merged: for each account, or for each kind in it, as many as a page needs. */
function ownRows(
  { kinds, fitting = [], found, limit }: HistoryPage,
  accounts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const latest = sql`
    select own.entry, own.kind, own.coin, own.amount, own.after as "balanceAfter"
    from ${accounts} cross join unnest(${kinds ?? [null]}::text[]) as k (kind)
    cross join lateral ${fn('ledger_latest')}(
      a.id, k.kind, ${found?.amount ?? null}::numeric, a.low, a.up_to, ${limit}) own
    where ${fits(fitting, sql`a.coin`, sql`k.kind`)}`;
  if (!found) return latest;
  const ofEntries = sql`
    select own.* from ${accounts} cross join unnest(${found.entries}::bigint[]) as e (id) cross join lateral (
      select journal_id as entry, kind, coin, amount, balance_after as "balanceAfter" from ledger_postings
      where account_id = a.id and journal_id = e.id offset 0
    ) own
    where e.id <= a.up_to and e.id > a.low and own.kind = any(${kinds ?? []}::text[])
      and ${fits(fitting, sql`a.coin`, sql`own.kind`)}`;
  return found.amount === undefined ? ofEntries : sql`${latest} union ${ofEntries}`;
}

/**
 * The statement of `history`, for tests that count what it reads. Movements are read by a function that walks one index
 * in its order (`ledger_latest`). The other lateral parts have their own limit (offset, an aggregate), so none becomes
 * a scan of a whole table.
 */
export function historyQuery(userId: bigint, page: HistoryPage): RawBuilder<Movement> {
  const { coin, from, to, after, limit } = page;
  // Within one entry, coins are in descending order, so an account whose coin sorts above the last row's begins at the
  // previous entry.
  const begin = after
    ? sql`${after.entry}::bigint - case when coin < ${after.coin}::text then 0 else 1 end`
    : sql`${END}::bigint`;
  const accounts = sql`(
    select id, coin, ${from ? entryBefore(from) : sql`0::bigint`} as low,
      ${to ? sql`least(${begin}, ${entryBefore(to)})` : begin} as up_to from ledger_accounts
    where user_id = ${userId} ${coin === undefined ? sql`` : sql`and coin = ${coin}`}
  ) a`;
  return sql<Movement>`
    select p.entry, p.kind, j.ref, j.at, p.coin, p.amount, p."balanceAfter", s.place
    from (
      select own.* from (${ownRows(page, accounts)}) own
      order by own.entry desc, own.coin desc limit ${limit}
    ) p
    cross join lateral (select ref, at from ledger_journal where id = p.entry offset 0) j
    cross join lateral (
      select count(*) as place from ledger_postings q join ledger_accounts o on o.id = q.account_id
      where q.journal_id = p.entry and q.coin < p.coin and o.user_id = ${userId}
    ) s
    order by p.entry desc, p.coin desc`;
}

/**
 * A user's movements, newest first, one page at a time. Reads `limit` rows for each coin held (and kind requested)
 * through the keys of the postings, however long the history and however rare the requested rows.
 */
export async function history(db: Db, userId: bigint, page: HistoryPage): Promise<Movement[]> {
  const { rows } = await historyQuery(userId, page).execute(db);
  return rows;
}
