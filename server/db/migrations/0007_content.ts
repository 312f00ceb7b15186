/** Texts of the operator, one row a language: the welcome notice and the contact links. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table welcome_notices (
      version text not null,
      lang text not null,
      body text not null,
      published_at timestamptz not null,
      primary key (version, lang)
    )`.execute(db);
  await sql`
    create table links (
      id text primary key,
      position int not null,
      url text not null
    )`.execute(db);
  await sql`
    create table link_labels (
      link_id text not null references links (id) on delete cascade,
      lang text not null,
      label text not null,
      primary key (link_id, lang)
    )`.execute(db);
}
