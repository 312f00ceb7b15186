/** KYC documents go after a while: their sealed bytes are taken away, and that they were there stays known. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table kyc_documents
      alter column sealed drop not null,
      add column decided_at timestamptz,
      add column deleted_at timestamptz,
      add column deleted_why text check (deleted_why in ('expired', 'owner')),
      add constraint kyc_deleted_or_kept
        check ((sealed is null) = (deleted_at is not null) and (deleted_at is null) = (deleted_why is null)),
      -- Never while the submission is looked at.
      add constraint kyc_deleted_after_verdict check (deleted_at is null or decided_at is not null)`.execute(
    db,
  );
  await sql`
    update kyc_documents d set decided_at = s.reviewed_at
    from kyc_submissions s where s.id = d.submission_id`.execute(db);
  await sql`create index kyc_kept_documents on kyc_documents (decided_at) where sealed is not null`.execute(
    db,
  );
}
