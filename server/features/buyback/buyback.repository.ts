/**
 * The repurchase fund in the database: its days, what accounts have produced but not sold yet, and what was bought:
 * append-only rows, each with running totals that include its own amounts.
 */
import { sql } from 'kysely';
import { averagedFrom } from '#rules/buyback.ts';
import { DAY_MS, dayOf } from '#rules/days.ts';
import { issuedPartOf } from '#rules/lottery.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { postedSince, systemBalance } from '#server/ledger/read.ts';

/** ADIT bought so far, its two halves, and the USDT paid for it, in smallest units. */
interface Totals {
  bought: bigint;
  institution: bigint;
  stakers: bigint;
  paid: bigint;
}

interface Repurchase {
  /** The entry that took `paid` USDT out of the fund. */
  journal: bigint;
  at: Date;
  user: bigint;
  kind: 'token' | 'hashrate';
  amount: bigint;
  paid: bigint;
  /** The two halves of the ADIT bought. */
  institution?: bigint;
  stakers?: bigint;
}

/**
 * Records repurchases, in the transaction of their entries. Rows are written one after another because of their running
 * totals.
 */
export async function noteRepurchases(db: Db, all: readonly Repurchase[]): Promise<void> {
  if (all.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('repurchases', 4))`.execute(db);
  await sql`
    insert into repurchases (
      journal_id, at, user_id, kind, amount, paid, institution, stakers,
      bought_total, institution_total, stakers_total, paid_total
    )
    select journal, at, user_id, kind, amount, paid, institution, stakers,
      coalesce(last.bought_total, 0) + sum(institution + stakers) over listed,
      coalesce(last.institution_total, 0) + sum(institution) over listed,
      coalesce(last.stakers_total, 0) + sum(stakers) over listed,
      coalesce(last.paid_total, 0) + sum(case kind when 'token' then paid else 0 end) over listed
    from unnest(
      ${all.map(({ journal }) => journal)}::bigint[], ${all.map(({ at }) => at)}::timestamptz[],
      ${all.map(({ user }) => user)}::bigint[], ${all.map(({ kind }) => kind)}::text[],
      ${all.map(({ amount }) => amount)}::numeric[], ${all.map(({ paid }) => paid)}::numeric[],
      ${all.map(({ institution }) => institution ?? 0n)}::numeric[], ${all.map(({ stakers }) => stakers ?? 0n)}::numeric[]
    ) with ordinality as one (journal, at, user_id, kind, amount, paid, institution, stakers, n)
    left join (
      select bought_total, institution_total, stakers_total, paid_total from repurchases order by id desc limit 1
    ) last on true
    window listed as (order by n rows unbounded preceding) order by n`.execute(db);
}

/** The totals of all rows, taken from the newest one. */
export async function totals(db: Db): Promise<Totals> {
  const row = await db
    .selectFrom('repurchases')
    .select([
      'bought_total as bought',
      'institution_total as institution',
      'stakers_total as stakers',
      'paid_total as paid',
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { bought: 0n, institution: 0n, stakers: 0n, paid: 0n };
}

/** The newest `limit` rows that are older than `before`. */
export const repurchases = (db: Db, limit: number, before?: bigint) =>
  db
    .selectFrom('repurchases')
    .select(['id', 'at', 'kind', 'amount', 'paid'])
    .$if(before !== undefined, (query) => query.where('id', '<', before as bigint))
    .orderBy('id', 'desc')
    .limit(limit);

/** How much the fund has paid accounts for ADIT since a given time; accounts that it paid nothing are missing. */
export async function paidTo(db: Db, users: readonly bigint[], from: Date): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ user: bigint; sum: bigint }>`
    select user_id as user, sum(paid) as sum from repurchases
    where user_id = any(${users}::bigint[]) and at >= ${from} and kind = 'token' group by 1`.execute(db);
  return new Map(rows.map(({ user, sum }) => [user, sum]));
}

/** How a day of the fund began: its balance, and what it had paid for ADIT until then. */
interface Opening {
  opening: bigint;
  paidBefore: bigint;
}

/** How the day began. Until somebody opens the day, it counts as beginning now. */
export async function readDay(db: Db, now: Date): Promise<Opening> {
  const day = await db
    .selectFrom('buyback_days')
    .select(['opening', 'paid_before as paidBefore'])
    .where('day', '=', dayOf(now))
    .executeTakeFirst();
  return (
    day ?? {
      opening: await systemBalance(db, 'buyback', 'USDT'),
      paidBefore: (await totals(db)).paid,
    }
  );
}

/** Opens the day if it is not open yet: what the fund holds now becomes its opening balance. */
export async function openDay(db: Db, now: Date): Promise<void> {
  const { opening, paidBefore } = await readDay(db, now);
  await db
    .insertInto('buyback_days')
    .values({ day: dayOf(now), opening, paid_before: paidBefore })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Blocks other exchanges until the transaction ends. */
export async function lockExchange(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('buyback', 4))`.execute(db);
}

/**
 * What the fund paid for ADIT during the days that are averaged, and how many days those are: fewer for a young fund.
 * A day on which no server ran has no row, and nothing was paid on it.
 */
export async function paidLately(db: Db, now: Date): Promise<{ paid: bigint; days: number }> {
  const from = averagedFrom(now);
  const first = await db
    .selectFrom('buyback_days')
    .select(['day', 'paid_before as paidBefore'])
    .where('day', '>=', from)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  if (!first) return { paid: 0n, days: 1 };
  const older = await db
    .selectFrom('buyback_days')
    .select('day')
    .where('day', '<', from)
    .limit(1)
    .executeTakeFirst();
  const days = (Date.parse(dayOf(now)) - Date.parse(older ? from : first.day)) / DAY_MS + 1;
  return { paid: (await totals(db)).paid - first.paidBefore, days };
}

/**
 * Entries that pay an account ADIT that it has produced; of a prize, only part counts. Race payouts are not included.
 */
export const PRODUCES = [
  'mining',
  'staking',
  'staking_share',
  'staking_team',
  'race_team',
  'lottery_prize',
  'coupon',
] as const;

export interface Produced {
  /** The last entry counted. */
  upto: bigint;
  /** ADIT produced but not yet sold to the fund. */
  unsold: bigint;
}

/** Entries of an account after one entry and up to another. */
interface Span {
  user: bigint;
  after: bigint;
  upto: bigint;
}

/**
 * How much of accounts' lottery prizes in these entries was paid by players and therefore produced by nobody. An
 * entry's reference begins with its round; rounds with prizes have closed, so their pools no longer change.
 */
async function paidByPlayers(db: Db, spans: readonly Span[]): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{
    user: bigint;
    amount: bigint;
    carried: bigint;
    carriedIssued: bigint;
    issued: bigint;
    paid: bigint;
  }>`
    select s.user, p.amount, coalesce(r.carried, 0) as carried, coalesce(r.carried_issued, 0) as "carriedIssued",
      coalesce(r.issued, 0) as issued, coalesce(r.paid, 0) as paid
    from unnest(${spans.map(({ user }) => user)}::bigint[], ${spans.map(({ after }) => after)}::bigint[],
      ${spans.map(({ upto }) => upto)}::bigint[]) as s ("user", after, upto)
    cross join lateral ${fn('ledger_received')}(s.user, 'ADIT', 'lottery_prize', s.after, s.upto) p
    left join lottery_rounds r on r.round = split_part(p.ref, '/', 1)::date`.execute(db);
  const sums = new Map<bigint, bigint>();
  for (const { user, amount, ...pool } of rows)
    sums.set(user, (sums.get(user) ?? 0n) + amount - issuedPartOf(amount, pool));
  return sums;
}

/**
 * ADIT that accounts have produced but not yet sold to the fund: what was stored at an account's last sale, plus its
 * entries since then. Before an account's first sale under this rule, all ADIT that it had sold went to the fund.
 */
export async function findProduced(db: Db, users: readonly bigint[]): Promise<Map<bigint, Produced>> {
  if (users.length === 0) return new Map();
  const stored = await db
    .selectFrom('produced')
    .select(['user_id', 'upto', 'unsold'])
    .where(sql<boolean>`user_id = any(${users}::bigint[])`)
    .execute();
  const sales = new Map(stored.map(({ user_id, ...last }) => [user_id, last]));
  const since = (kinds: readonly string[], of: readonly bigint[]) =>
    postedSince(
      db,
      of.map((user) => ({ user, after: sales.get(user)?.upto ?? 0n })),
      { coin: 'ADIT', kinds },
    );
  const received = await since(PRODUCES, users);
  const played = await paidByPlayers(db, received);
  const sold = new Map(
    (
      await since(
        ['exchange'],
        users.filter((user) => !sales.has(user)),
      )
    ).map((one) => [one.user, one.paid]),
  );
  return new Map(
    received.map(({ user, upto, received: got }) => {
      const unsold =
        (sales.get(user)?.unsold ?? 0n) + got - (played.get(user) ?? 0n) - (sold.get(user) ?? 0n);
      return [user, { upto, unsold: unsold > 0n ? unsold : 0n }];
    }),
  );
}

/** Stores what accounts have not sold yet, after a sale of each. */
export async function storeProduced(db: Db, all: readonly (Produced & { user: bigint })[]): Promise<void> {
  await sql`
    insert into produced (user_id, upto, unsold)
    select * from unnest(${all.map(({ user }) => user)}::bigint[], ${all.map(({ upto }) => upto)}::bigint[],
      ${all.map(({ unsold }) => unsold)}::numeric[]) as one (user_id, upto, unsold)
    on conflict (user_id) do update set upto = excluded.upto, unsold = excluded.unsold`.execute(db);
}
