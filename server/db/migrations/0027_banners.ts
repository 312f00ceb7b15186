/** Banners of the home page, each leading to an announcement; and announcements that are drafts, or come out later. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table banners (
      id bigint generated always as identity primary key,
      position int not null,
      image text not null,
      article_id bigint not null references articles (id) on delete cascade
    )`.execute(db);
  await sql`create index banners_of_article on banners (article_id)`.execute(db);
  // Null is a draft; a time to come hides it until then.
  await sql`alter table articles alter column published_at drop not null`.execute(db);
  // Without it the newest pinned one is looked for among all announcements.
  await sql`create index articles_pinned on articles (published_at desc, id desc) where pinned`.execute(db);
}
