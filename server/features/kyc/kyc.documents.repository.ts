/** Encrypted documents in the database. Deleting one removes its bytes; the row remains and records when and why. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { DocumentName } from './kyc.rules.ts';

export async function insertDocument(
  db: Db,
  submissionId: bigint,
  document: {
    name: DocumentName;
    mime: string;
    size: number;
    sealed: Uint8Array;
    fingerprint: Uint8Array;
    fingerprint_key: string;
  },
): Promise<void> {
  await db
    .insertInto('kyc_documents')
    .values({ submission_id: submissionId, ...document })
    .execute();
}

export async function documents(db: Db, submissionId: bigint) {
  return db
    .selectFrom('kyc_documents')
    .select(['name', 'mime', 'size', 'sealed', 'deleted_at', 'deleted_why'])
    .where('submission_id', '=', submissionId)
    .orderBy('name')
    .execute();
}

/** Records when the verdict came, from which the days until deletion count; `drop` deletes the documents with it. */
export async function noteDecided(db: Db, submissionId: bigint, now: Date, drop: boolean): Promise<void> {
  await db
    .updateTable('kyc_documents')
    .set({
      decided_at: now,
      ...(drop && { sealed: null, deleted_at: now, deleted_why: 'expired' as const }),
    })
    .where('submission_id', '=', submissionId)
    .execute();
}

/** How many of the account's documents are stored, and since when; `deleted` is the time of the last deletion. */
export async function documentFacts(db: Db, userId: bigint) {
  return db
    .selectFrom('kyc_documents as d')
    .innerJoin('kyc_submissions as s', 's.id', 'd.submission_id')
    .select([
      sql<number>`(count(*) filter (where d.deleted_at is null))::int`.as('kept'),
      // Null while any of them is under review.
      sql<Date | null>`case when bool_and(d.decided_at is not null) filter (where d.deleted_at is null)
        then max(d.decided_at) filter (where d.deleted_at is null) end`.as('decided'),
      sql<Date | null>`max(d.deleted_at)`.as('deleted'),
    ])
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Deletes all of the account's documents. Those without a verdict get the deletion as their decision time. */
export async function dropOwn(db: Db, userId: bigint, now: Date): Promise<void> {
  await db
    .updateTable('kyc_documents')
    .set({
      sealed: null,
      deleted_at: now,
      deleted_why: 'owner',
      decided_at: sql<Date>`coalesce(decided_at, ${now})`,
    })
    .where('submission_id', 'in', (q) =>
      q.selectFrom('kyc_submissions').select('id').where('user_id', '=', userId),
    )
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Deletes documents whose verdict came at `until` or earlier, oldest first; returns how many. Skips those that another
 * process is currently deleting.
 */
export async function dropDecided(db: Db, until: Date, now: Date, limit: number): Promise<number> {
  const due = db
    .selectFrom('kyc_documents')
    .select(['submission_id', 'name'])
    .where('sealed', 'is not', null)
    .where('decided_at', '<=', until)
    .orderBy('decided_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const done = await db
    .with('due', () => due)
    .updateTable('kyc_documents as d')
    .from('due')
    .set({ sealed: null, deleted_at: now, deleted_why: 'expired' })
    .whereRef('d.submission_id', '=', 'due.submission_id')
    .whereRef('d.name', '=', 'due.name')
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
