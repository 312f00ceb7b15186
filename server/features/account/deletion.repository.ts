/** Deleted accounts in the database: what is still open in an account, what is erased, and wallets that come back. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { deletedAddress, type Open } from './deletion.rules.ts';

/**
 * Locks the live account of an address. The lock leaves its key free, since accounts that sign up under it reference
 * the row.
 */
export async function lockAccount(db: Db, address: string) {
  return db
    .selectFrom('users')
    .select(['id', 'address'])
    .where('address', '=', address)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks the miner and says whether it exists: no cycle starts until the caller's transaction ends. */
export const lockMiner = (db: Db, userId: bigint) =>
  sql`select 1 from miners where user_id = ${userId} for update`.execute(db);

/**
 * What is still open in an account, in the order shown to people. A permanent miner restarts with each claim, so only a
 * cycle that has ended must be claimed first: otherwise the account could never be deleted.
 */
export async function openIn(db: Db, userId: bigint, now: Date): Promise<Open[]> {
  const { rows } = await sql<{ open: Open }>`
    select 'frozen' as open from users where id = ${userId} and frozen_at is not null
    union all
    select 'withdrawal' where exists (
      select from payouts where user_id = ${userId} and state not in ('confirmed', 'failed'))
    union all
    select 'stake' where exists (select from stake_orders where user_id = ${userId} and redeemed_at is null)
    union all
    select 'hashrate' from miners where user_id = ${userId} and purchased > 0
    union all
    select 'bet' where exists (
      select from race_rounds r join race_entries e on e.round = r.round and e.user_id = ${userId}
      where r.state in ('open', 'settling', 'returning')
    ) or exists (
      select from lottery_rounds r join lottery_guesses g on g.round = r.round and g.user_id = ${userId}
      where r.state in ('open', 'closed'))
    union all
    select 'cycle' from miners
      where user_id = ${userId} and state = 'running' and (kind = 'trial' or cycle_ends_at <= ${now})`.execute(
    db,
  );
  return rows.map(({ open }) => open);
}

/**
 * Erases what `users` and the tables that concern only this account hold; sessions, documents and reminders are already
 * gone.
 */
export async function eraseAccount(
  db: Db,
  userId: bigint,
  { addressMark, uidMark, at }: { addressMark: Uint8Array; uidMark: Uint8Array | null; at: Date },
): Promise<void> {
  await db
    .insertInto('deleted_accounts')
    .values({ user_id: userId, deleted_at: at, address_mark: addressMark, uid_mark: uidMark })
    .execute();
  await db.deleteFrom('pairings').where('user_id', '=', userId).execute();
  await db.deleteFrom('data_exports').where('user_id', '=', userId).execute();
  await db.deleteFrom('idempotency').where('scope', '=', userId).execute();
  await sql`
    update miners set reminders = false, cycle_started_at = null, cycle_ends_at = null,
      state = case state when 'running' then 'pending_start' else state end
    where user_id = ${userId}`.execute(db);
  // No invite code that people can type contains a hyphen.
  await db
    .updateTable('users')
    .set({ address: deletedAddress(userId), invite_code: `deleted-${userId}` })
    .where('id', '=', userId)
    .execute();
}

/** Erases stored replies to calls of deleted accounts. */
export const eraseReplies = (db: Db) =>
  sql`delete from idempotency where scope in (select user_id from deleted_accounts)`.execute(db);

export interface Former {
  /** The most recently deleted account. */
  readonly last: bigint;
  /** The wallet's first account. */
  readonly first: bigint;
  readonly deletedAt: Date;
}

/** The accounts that an address has had, by its mark. */
export async function formerOf(db: Db, addressMark: Uint8Array): Promise<Former | undefined> {
  return db
    .selectFrom('deleted_accounts as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['u.id as last', 'd.deleted_at as deletedAt'])
    .select(sql<bigint>`coalesce(u.formerly, u.id)`.as('first'))
    .where('d.address_mark', '=', addressMark)
    .orderBy('u.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** All deleted accounts. */
export async function deletedAccounts(db: Db): Promise<bigint[]> {
  const rows = await db.selectFrom('deleted_accounts').select('user_id').execute();
  return rows.map((row) => row.user_id);
}
