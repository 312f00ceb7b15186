/** When an account had its data as a file within the last hour, so that every process counts the same. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_exports (
      user_id bigint primary key references users (id),
      -- of the hour before the last one, and that one; the oldest first
      times timestamptz[] not null
    )`.execute(db);
}
