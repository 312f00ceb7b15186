/** When a job that failed is tried again. The moment it fell due stays as it was: work that is caught up decides by it. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column retry_at timestamptz`.execute(db);
}
