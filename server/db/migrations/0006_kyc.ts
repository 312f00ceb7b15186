/** Identity verification. Documents are stored encrypted; one exchange UID verifies one account. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kyc_submissions (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id),
      exchange text not null,
      exchange_uid text not null,
      exchange_address text not null,
      status text not null check (status in ('submitted', 'approved', 'failed')),
      submitted_at timestamptz not null,
      reviewed_at timestamptz,
      reviewed_by text,
      reason text
    )`.execute(db);
  await sql`create unique index kyc_uid_once on kyc_submissions (exchange, exchange_uid) where status <> 'failed'`.execute(
    db,
  );
  await sql`create unique index kyc_open_once on kyc_submissions (user_id) where status <> 'failed'`.execute(
    db,
  );
  await sql`create index kyc_by_user on kyc_submissions (user_id, id desc)`.execute(db);
  await sql`create index kyc_waiting on kyc_submissions (id) where status = 'submitted'`.execute(db);
  await sql`
    create table kyc_documents (
      submission_id bigint not null references kyc_submissions (id),
      name text not null check (name in ('idDocument', 'addressDocument')),
      mime text not null,
      size int not null,
      -- AES-256-GCM: 12 bytes of nonce, ciphertext, 16 bytes of tag
      sealed bytea not null,
      primary key (submission_id, name)
    )`.execute(db);
}
