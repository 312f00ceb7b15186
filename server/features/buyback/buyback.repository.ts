/**
 * The repurchase fund in the database: its days, what accounts have produced and not sold yet, and what was bought:
 * append-only rows, each with the running totals including its own amounts.
 */
import { sql } from 'kysely';
import { averagedFrom } from '#rules/buyback.ts';
import { DAY_MS, dayOf } from '#rules/days.ts';
import { issuedPartOf } from '#rules/lottery.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { postedSince, systemBalance } from '#server/ledger/read.ts';

/** ADIT bought so far, its two halves, and the USDT paid for it, in smallest units. */
export interface Totals {
  bought: bigint;
  institution: bigint;
  stakers: bigint;
  paid: bigint;
}

export interface Repurchase {
  /** The entry that took `paid` USDT out of the fund. */
  journal: bigint;
  at: Date;
  user: bigint;
  kind: 'token' | 'hashrate';
  amount: bigint;
  paid: bigint;
  /** The two halves of bought ADIT. */
  institution?: bigint;
  stakers?: bigint;
}

/** Lists a repurchase, in the transaction of its entry. Rows are written one after another, for their totals. */
export async function noteRepurchase(db: Db, one: Repurchase): Promise<void> {
  const { journal, at, user, kind, amount, paid, institution = 0n, stakers = 0n } = one;
  await sql`select pg_advisory_xact_lock(hashtextextended('repurchases', 4))`.execute(db);
  await sql`
    insert into repurchases (
      journal_id, at, user_id, kind, amount, paid, institution, stakers,
      bought_total, institution_total, stakers_total, paid_total
    )
    select ${journal}::bigint, ${at}::timestamptz, ${user}::bigint, ${kind}::text, ${amount}::numeric, ${paid}::numeric,
      new.institution, new.stakers, coalesce(last.bought_total, 0) + new.institution + new.stakers,
      coalesce(last.institution_total, 0) + new.institution, coalesce(last.stakers_total, 0) + new.stakers,
      coalesce(last.paid_total, 0) + new.paid
    from (
      select ${institution}::numeric as institution, ${stakers}::numeric as stakers,
        ${kind === 'token' ? paid : 0n}::numeric as paid
    ) new
    left join (
      select bought_total, institution_total, stakers_total, paid_total from repurchases order by id desc limit 1
    ) last on true`.execute(db);
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

/** What the fund paid an account for ADIT from a time on. */
export async function paidTo(db: Db, user: bigint, from: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(paid), 0) as sum from repurchases
    where user_id = ${user} and at >= ${from} and kind = 'token'`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** How a day of the fund began: its balance, and what it had paid for ADIT until then. */
export interface Opening {
  opening: bigint;
  paidBefore: bigint;
}

/** How the day began. Before anybody has opened it, it begins now. */
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

/** Opens the day unless it is open: what the fund holds now is its opening balance. */
export async function openDay(db: Db, now: Date): Promise<void> {
  const { opening, paidBefore } = await readDay(db, now);
  await db
    .insertInto('buyback_days')
    .values({ day: dayOf(now), opening, paid_before: paidBefore })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same as `readDay`; nobody else sells ADIT until the transaction ends. */
export async function lockDay(db: Db, now: Date): Promise<Opening> {
  await sql`select pg_advisory_xact_lock(hashtextextended('buyback', 4))`.execute(db);
  await openDay(db, now);
  return readDay(db, now);
}

/** What the fund paid for ADIT in the days that are averaged, and how many there are: fewer for a young fund. */
export async function paidLately(db: Db, now: Date): Promise<{ paid: bigint; days: number }> {
  const first = await db
    .selectFrom('buyback_days')
    .select(['day', 'paid_before as paidBefore'])
    .where('day', '>=', averagedFrom(now))
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  if (!first) return { paid: 0n, days: 1 };
  const days = (Date.parse(dayOf(now)) - Date.parse(first.day)) / DAY_MS + 1;
  return { paid: (await totals(db)).paid - first.paidBefore, days };
}

/** Entries that pay an account ADIT it has produced; of a prize, only a part. Payouts of the race are not among them. */
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
  /** The last entry that is counted. */
  upto: bigint;
  /** ADIT produced and not sold to the fund yet. */
  unsold: bigint;
}

/**
 * What of an account's lottery prizes in these entries was paid by players, which nobody has produced. An entry's reference
 * begins with its round; rounds with prizes have closed, so their pools no longer change.
 */
async function paidByPlayers(db: Db, user: bigint, after: bigint, upto: bigint): Promise<bigint> {
  const { rows } = await sql<{
    amount: bigint;
    carried: bigint;
    carriedIssued: bigint;
    issued: bigint;
    paid: bigint;
  }>`
    select p.amount, coalesce(r.carried, 0) as carried, coalesce(r.carried_issued, 0) as "carriedIssued",
      coalesce(r.issued, 0) as issued, coalesce(r.paid, 0) as paid
    from ${fn('ledger_received')}(${user}::bigint, 'ADIT', 'lottery_prize', ${after}::bigint, ${upto}::bigint) p
    left join lottery_rounds r on r.round = split_part(p.ref, '/', 1)::date`.execute(db);
  return rows.reduce((sum, { amount, ...pool }) => sum + amount - issuedPartOf(amount, pool), 0n);
}

/**
 * ADIT that an account has produced and not sold to the fund yet: what was stored at its last sale, and its entries since
 * then. Before its first sale under this rule, all ADIT that it sold went to the fund.
 */
export async function findProduced(db: Db, user: bigint): Promise<Produced> {
  const stored = await db
    .selectFrom('produced')
    .select(['upto', 'unsold'])
    .where('user_id', '=', user)
    .executeTakeFirst();
  const since = (kinds: readonly string[], after: bigint) =>
    postedSince(db, { user, coin: 'ADIT', kinds, after });
  const after = stored?.upto ?? 0n;
  const { upto, received } = await since(PRODUCES, after);
  const produced = received - (await paidByPlayers(db, user, after, upto));
  if (stored) return { upto, unsold: stored.unsold + produced };
  const sold = (await since(['exchange'], 0n)).paid;
  return { upto, unsold: produced > sold ? produced - sold : 0n };
}

/** Stores what an account has not sold yet, after a sale. */
export async function storeProduced(db: Db, user: bigint, { upto, unsold }: Produced): Promise<void> {
  await db
    .insertInto('produced')
    .values({ user_id: user, upto, unsold })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ upto, unsold }))
    .execute();
}
