/** Pictures of announcements: in the database, since servers that share it serve the same ones. The name is of the content. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pictures (
      name text primary key check (name ~ '^[0-9a-f]{32}[.](png|jpg|webp|avif)$'),
      mime text not null,
      bytes bytea not null check (octet_length(bytes) <= 1048576),
      added_at timestamptz not null
    )`.execute(db);
}
