/** Uploads of the last day, in the database, where all processes count them. */
import { sql } from 'kysely';
import { DAY_MS, dayStart } from '#rules/days.ts';
import type { Db } from '#server/db/client.ts';
import { MOST_UPLOADS, type Uploaded } from './kyc.uploads.rules.ts';

interface Uploader {
  readonly userId: bigint;
  /** Keyed hash. */
  readonly network: string;
}

/** Until the transaction ends, no other upload from this account or network is admitted. */
export async function lockUploads(db: Db, { userId, network }: Uploader): Promise<void> {
  // Always in this order.
  for (const name of [`account ${userId}`, `network ${network}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 25))`.execute(db);
}

export async function uploadedBy(db: Db, { userId, network }: Uploader, now: Date): Promise<Uploaded> {
  const since = dayStart(now);
  const nth = await db
    .selectFrom('kyc_uploads')
    .select('at')
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .offset(MOST_UPLOADS - 1)
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<{ account: bigint; network: bigint }>`
    select
      (select coalesce(sum(bytes), 0)::int8 from kyc_uploads where user_id = ${userId} and at >= ${since}) as account,
      (select coalesce(sum(bytes), 0)::int8 from kyc_uploads where network = ${network} and at >= ${since}) as network`.execute(
    db,
  );
  return { oldest: nth?.at, account: Number(rows[0]?.account), network: Number(rows[0]?.network) };
}

/** Counts an upload before it begins; returns its number. */
export async function insertUpload(
  db: Db,
  { userId, network }: Uploader,
  bytes: number,
  now: Date,
): Promise<bigint> {
  const row = await db
    .insertInto('kyc_uploads')
    .values({ user_id: userId, network, at: now, bytes: BigInt(bytes) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Called if nothing of it was stored. It still counts as an upload. */
export async function emptyUpload(db: Db, id: bigint): Promise<void> {
  await db.updateTable('kyc_uploads').set({ bytes: 0n }).where('id', '=', id).execute();
}

/** Deletes uploads that no longer count. */
export async function deleteOldUploads(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('kyc_uploads')
    .where('at', '<=', new Date(now.getTime() - DAY_MS))
    .execute();
}
