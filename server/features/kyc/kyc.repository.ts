/** Verifications in the database; their documents are in kyc.documents.repository.ts. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { Fields } from './kyc.rules.ts';

/** The state of the account's verification. */
export async function kycOf(db: Db, userId: bigint) {
  const row = await db.selectFrom('users').select('kyc').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.kyc;
}

/**
 * Locks the account, so that two of its submissions run one after the other. The lock leaves the key free, because
 * people who sign up under this account reference the row meanwhile.
 */
export async function lockKyc(db: Db, userId: bigint) {
  const row = await db
    .selectFrom('users')
    .select('kyc')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.kyc;
}

export async function setKyc(
  db: Db,
  userId: bigint,
  kyc: 'submitted' | 'approved' | 'failed',
): Promise<void> {
  await db.updateTable('users').set({ kyc }).where('id', '=', userId).execute();
}

/**
 * Whether an open or approved verification has the same UID, ignoring case, on any exchange, or a deleted account whose
 * mark this is was verified with it.
 */
export async function uidTaken(db: Db, fields: Fields, mark: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('kyc_submissions')
    .select('id')
    .where(sql`lower(exchange_uid)`, '=', fields.exchangeUid.toLowerCase())
    .where('status', '<>', 'failed')
    .executeTakeFirst();
  if (row) return true;
  // Read last: an account deleted in between no longer has the UID above, and already has its mark here.
  const deleted = await db
    .selectFrom('deleted_accounts')
    .select('user_id')
    .where('uid_mark', '=', mark)
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Whether the account was deleted; once it is locked, that cannot change. */
export async function isDeleted(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('deleted_accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of the next submission. Documents are encrypted for that number before it is inserted. */
export async function nextSubmission(db: Db): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('kyc_submissions', 'id')) as id`.execute(db);
  return rows[0]?.id as bigint;
}

/** False if another account has just taken the UID. */
export async function insertSubmission(
  db: Db,
  id: bigint,
  userId: bigint,
  fields: Fields,
  now: Date,
): Promise<boolean> {
  // Inserts no row, but without aborting the transaction, if another account has just taken the UID.
  const { numAffectedRows } = await sql`
    insert into kyc_submissions (id, user_id, exchange, exchange_uid, exchange_address, status, submitted_at)
      overriding system value
      values (${id}, ${userId}, ${fields.exchange}, ${fields.exchangeUid}, ${fields.exchangeAddress}, 'submitted', ${now})
      on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** The account's submissions, newest first. */
export async function submissionsOf(db: Db, userId: bigint, limit: number) {
  return db
    .selectFrom('kyc_submissions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Erases the contents of an account's submissions; the fact that there were some, and their verdicts, remain. What replaces
 * a UID does not have the form of one, so nobody can have taken it. Returns the UID that was approved last, even if that
 * was revoked.
 */
export async function eraseSubmissions(db: Db, userId: bigint, now: Date): Promise<string | null> {
  const approved = await db
    .selectFrom('kyc_submissions')
    .select('exchange_uid')
    .where('user_id', '=', userId)
    .where((one) => one.or([one('status', '=', 'approved'), one('revoked_at', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  await sql`
    update kyc_submissions set exchange = '', exchange_uid = 'deleted-#' || id, exchange_address = 'deleted-#' || id, reason = null,
      reviewed_at = coalesce(reviewed_at, ${now}), reviewed_by = coalesce(reviewed_by, 'owner'),
      status = case status when 'submitted' then 'failed' else status end
    where user_id = ${userId}`.execute(db);
  return approved?.exchange_uid ?? null;
}

/** Locks a submission for its review. */
export async function lockSubmission(db: Db, id: bigint) {
  return db.selectFrom('kyc_submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function review(
  db: Db,
  id: bigint,
  verdict: { status: 'approved' | 'failed'; reason: string | null; by: string; now: Date },
): Promise<void> {
  await db
    .updateTable('kyc_submissions')
    .set({
      status: verdict.status,
      reason: verdict.reason,
      reviewed_by: verdict.by,
      reviewed_at: verdict.now,
    })
    .where('id', '=', id)
    .execute();
}

/** Revokes an approval: the submission has failed, for this reason. */
export async function withdrawApproval(
  db: Db,
  id: bigint,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<void> {
  await db
    .updateTable('kyc_submissions')
    .set({ status: 'failed', reason, revoked_by: by, revoked_at: now })
    .where('id', '=', id)
    .execute();
}

/** The account's approved submission. */
export async function approvedOf(db: Db, userId: bigint): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('kyc_submissions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  return row?.id;
}

/** Submissions without a verdict, oldest first. */
export async function waiting(db: Db, limit: number) {
  return db
    .selectFrom('kyc_submissions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 'u.address', 's.exchange', 's.exchange_uid', 's.submitted_at'])
    .where('s.status', '=', 'submitted')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

export async function submission(db: Db, id: bigint) {
  return db
    .selectFrom('kyc_submissions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .select('u.address')
    .where('s.id', '=', id)
    .executeTakeFirst();
}
