/** Announcements: one row each, their texts a row a language, and which of those that the product comes with were put in. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whole milliseconds: a page of the list begins after a time that the cursor can name exactly.
  await sql`
    create table articles (
      id bigint generated always as identity primary key,
      slug text not null unique,
      pinned boolean not null default false,
      cover text,
      published_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index articles_latest on articles (published_at desc, id desc)`.execute(db);
  await sql`
    create table article_texts (
      article_id bigint not null references articles (id) on delete cascade,
      lang text not null,
      title text not null,
      summary text not null,
      body text not null,
      primary key (article_id, lang)
    )`.execute(db);
  // Outlives the article: one that the operator has deleted does not come back with the next start.
  await sql`create table article_seeds (slug text primary key)`.execute(db);
}
