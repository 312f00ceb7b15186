/** Coupons, their uses, wrong attempts and an account's grants in the database. */
import { sql } from 'kysely';
import { toUnits } from '#rules/amounts.ts';
import { DEMO_COUPON } from '#rules/figures.ts';
import type { Db } from '#server/db/client.ts';
import type { Gift, GrantRow } from './airdrop.views.ts';

export interface NewCoupon extends Gift {
  code: string;
  usesLimit: number | null;
  expiresAt: Date | null;
  madeAt: Date;
  madeBy: string;
  note: string | null;
}

/** Adds the coupons whose codes are not taken yet; returns the added codes. */
export async function addCoupons(db: Db, coupons: readonly NewCoupon[]): Promise<string[]> {
  const rows = await db
    .insertInto('coupons')
    .values(
      coupons.map((one) => ({
        code: one.code,
        coin: one.coin,
        amount: one.amount,
        hashrate: one.hashrate,
        uses_limit: one.usesLimit,
        expires_at: one.expiresAt,
        made_at: one.madeAt,
        made_by: one.madeBy,
        note: one.note,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .execute();
  return rows.map(({ code }) => code);
}

/** Creates demo mode's coupon unless it exists. */
export async function seedCoupon(db: Db, now: Date): Promise<void> {
  const { code, coin, amount } = DEMO_COUPON;
  const open = { hashrate: null, usesLimit: null, expiresAt: null };
  const made = { madeAt: now, madeBy: 'demo mode', note: null };
  await addCoupons(db, [{ code, coin, amount: toUnits(amount), ...open, ...made }]);
}

export const findCoupon = (db: Db, code: string) =>
  db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst();

/** The coupon, locked until the transaction ends, so nobody else can redeem or close it. */
export const lockCoupon = (db: Db, code: string) =>
  db.selectFrom('coupons').selectAll().where('code', '=', code).forUpdate().executeTakeFirst();

export const newestCoupons = (db: Db, limit: number) =>
  db.selectFrom('coupons').selectAll().orderBy('id', 'desc').limit(limit).execute();

export async function hasUsed(db: Db, couponId: bigint, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('coupon_uses')
    .select('id')
    .where('coupon_id', '=', couponId)
    .where('user_id', 'in', (q) =>
      q
        .selectFrom('users as me')
        .innerJoin('users as one', (on) =>
          on.on(
            sql<boolean>`one.id = coalesce(me.formerly, me.id) or one.formerly = coalesce(me.formerly, me.id)`,
          ),
        )
        .select('one.id')
        .where('me.id', '=', userId),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a use of a locked coupon. */
export async function noteUse(
  db: Db,
  use: { couponId: bigint; userId: bigint; at: Date; journal: bigint | null },
): Promise<void> {
  await db
    .updateTable('coupons')
    .set({ used: sql<number>`used + 1` })
    .where('id', '=', use.couponId)
    .execute();
  await db
    .insertInto('coupon_uses')
    .values({ coupon_id: use.couponId, user_id: use.userId, at: use.at, journal_id: use.journal })
    .execute();
}

export const usesOf = (db: Db, couponId: bigint, limit: number) =>
  db
    .selectFrom('coupon_uses as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.at', 'o.journal_id', 'u.address'])
    .where('o.coupon_id', '=', couponId)
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();

/** Closes a coupon; false when there is no open coupon with this code. */
export async function closeCoupon(db: Db, code: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('coupons')
    .set({ closed_at: at })
    .where('code', '=', code)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Blocks other callers from counting attempts for these until the transaction ends. Always passed in the same order.
 */
export async function lockTries(db: Db, who: readonly string[]): Promise<void> {
  for (const name of who) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 24))`.execute(db);
}

export async function triesOf(db: Db, who: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('coupon_tries')
    .select('at')
    .where('who', '=', who)
    .where('at', '>', since)
    .execute();
  return rows.map(({ at }) => at);
}

/** Whether at least this many wrong codes have come from `who`. */
export async function hasTries(db: Db, who: string, since: Date, many: number): Promise<boolean> {
  const row = await db
    .selectFrom('coupon_tries')
    .select('at')
    .where('who', '=', who)
    .where('at', '>', since)
    .offset(many - 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isVerified(db: Db, userId: bigint): Promise<boolean> {
  const row = await db.selectFrom('users').select('kyc').where('id', '=', userId).executeTakeFirst();
  return row?.kyc === 'approved';
}

/** Counts a wrong code, and deletes attempts that no longer count. */
export async function noteTry(db: Db, who: readonly string[], at: Date, since: Date): Promise<void> {
  await db.deleteFrom('coupon_tries').where('at', '<=', since).execute();
  await db
    .insertInto('coupon_tries')
    .values(who.map((name) => ({ who: name, at })))
    .execute();
}

/** The welcome gift comes before all coupons. */
const WELCOME = 0n;

/**
 * An account's grants, newest first, with ids below the given one. The welcome gift is the account's gifted hashrate
 * minus that of coupons.
 */
export async function grants(
  db: Db,
  userId: bigint,
  limit: number,
  before: bigint | undefined,
): Promise<GrantRow[]> {
  const rows: GrantRow[] = await db
    .selectFrom('coupon_uses as o')
    .innerJoin('coupons as c', 'c.id', 'o.coupon_id')
    .select(['o.id', 'o.at', 'c.code', 'c.coin', 'c.amount', 'c.hashrate'])
    .where('o.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('o.id', '<', before as bigint))
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
  if (rows.length === limit || before === WELCOME) return rows;
  const { rows: welcome } = await sql<{ at: Date; hashrate: bigint }>`
    select u.created_at as at, m.gifted - coalesce((
      select sum(c.hashrate) from coupon_uses o join coupons c on c.id = o.coupon_id where o.user_id = u.id
    ), 0) as hashrate
    from users u join miners m on m.user_id = u.id where u.id = ${userId}`.execute(db);
  return rows.concat(
    welcome
      .filter(({ hashrate }) => hashrate > 0n)
      .map((one) => ({ id: WELCOME, code: null, coin: null, amount: null, ...one })),
  );
}
