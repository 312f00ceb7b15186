/** Due work: one row a job. Any process may take a row; the row goes away in the transaction that does its work. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id bigint generated always as identity primary key,
      kind text not null,
      key text not null,
      due_at timestamptz not null,
      payload text not null default '{}',
      attempts int not null default 0,
      unique (kind, key)
    )`.execute(db);
  await sql`create index jobs_due on jobs (due_at, id)`.execute(db);
}
