/** One exchange UID verifies one account, however its letters are written. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index kyc_uid_once`.execute(db);
  await sql`create unique index kyc_uid_once on kyc_submissions (exchange, lower(exchange_uid)) where status <> 'failed'`.execute(
    db,
  );
}
