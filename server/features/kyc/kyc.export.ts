/** Verification submissions, for an account's data export. Documents are listed, but their bytes stay encrypted. */
import { type DataSection, type PlainRow, pageByPage } from '#server/lib/sections.ts';
import type { Db } from '#server/db/client.ts';

/** Submissions whose documents are fetched together. */
const PAGE = 100;

async function submissionsOf(db: Db, userId: bigint, limit: number, after: { id: bigint } | undefined) {
  return db
    .selectFrom('kyc_submissions')
    .select(['id', 'exchange', 'exchange_uid', 'exchange_address', 'status'])
    .select(['submitted_at', 'reviewed_at', 'revoked_at', 'reason'])
    .where('user_id', '=', userId)
    .where('id', '>', after?.id ?? 0n)
    .orderBy('id')
    .limit(limit)
    .execute();
}
type Submission = Awaited<ReturnType<typeof submissionsOf>>[number];

async function documentsOf(db: Db, submission: bigint): Promise<PlainRow[]> {
  const rows = await db
    .selectFrom('kyc_documents')
    .select(['name', 'mime', 'size', 'deleted_at', 'deleted_why'])
    .where('submission_id', '=', submission)
    .orderBy('name')
    .execute();
  return rows.map(({ name, mime, size, deleted_at: deletedAt, deleted_why: why }) => ({
    ...{ name, type: mime, bytes: size, deletedAt },
    deletedBecause: why,
  }));
}

const submissions: DataSection = {
  name: 'verification',
  about:
    'Submissions of identity verification with their verdicts. Documents are named, they are not in this file; of each a keyed fingerprint stays, which tells when the same file is sent for another account.',
  async *rows(db, userId) {
    const found = pageByPage<Submission>((limit, after) => submissionsOf(db, userId, limit, after), PAGE);
    for await (const row of found)
      yield {
        exchange: row.exchange,
        exchangeUid: row.exchange_uid,
        exchangeAddress: row.exchange_address,
        state: row.status,
        submittedAt: row.submitted_at,
        reviewedAt: row.reviewed_at,
        revokedAt: row.revoked_at,
        reason: row.reason,
        documents: await documentsOf(db, row.id),
      };
  },
};

export const kycSections: readonly DataSection[] = [submissions];
