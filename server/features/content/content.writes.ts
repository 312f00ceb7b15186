/**
 * Writes announcements and the welcome notice, for the first start and the operator's commands. Run each inside one
 * transaction.
 */
import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { type ArticleText, isFirstTime } from './articles.repository.ts';

type Texts = ReadonlyMap<Language, ArticleText>;

export interface ArticleRow {
  readonly id: bigint;
  readonly slug: string;
  readonly pinned: boolean;
  readonly cover: string | null;
  /** Null for a draft; a future time hides it until then. */
  readonly publishedAt: Date | null;
}

const COLUMNS = ['id', 'slug', 'pinned', 'cover', 'published_at as publishedAt'] as const;

/** The announcement of that name, locked until the transaction ends. */
export const lockArticle = (tx: Db, slug: string): Promise<ArticleRow | undefined> =>
  tx.selectFrom('articles').select(COLUMNS).where('slug', '=', slug).forUpdate().executeTakeFirst();

export async function putTexts(tx: Db, id: bigint, texts: Texts): Promise<void> {
  if (texts.size === 0) return;
  await tx
    .insertInto('article_texts')
    .values([...texts].map(([lang, text]) => ({ article_id: id, lang, ...text })))
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'lang']).doUpdateSet((row) => ({
        title: row.ref('excluded.title'),
        summary: row.ref('excluded.summary'),
        body: row.ref('excluded.body'),
      })),
    )
    .execute();
}

/** False if the name is taken. */
export async function insertArticle(
  tx: Db,
  { publishedAt, ...article }: Omit<ArticleRow, 'id'>,
  texts: Texts,
): Promise<boolean> {
  const made = await tx
    .insertInto('articles')
    .values({ ...article, published_at: publishedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  await putTexts(tx, made.id, texts);
  return true;
}

export interface ArticleSeed extends Omit<ArticleRow, 'id'> {
  readonly cover: string;
  readonly publishedAt: Date;
  readonly texts: Texts;
}

/** Adds an announcement that ships with the product, only once. */
export async function seedArticle(db: Db, { texts, ...article }: ArticleSeed): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await isFirstTime(tx, article.slug)) await insertArticle(tx, article, texts);
  });
}

export async function changeArticle(
  tx: Db,
  id: bigint,
  change: { pinned?: boolean; cover?: string | null; published_at?: Date | null },
): Promise<void> {
  await tx.updateTable('articles').set(change).where('id', '=', id).execute();
}

/** Its texts and banners are deleted with it; a shipped announcement does not come back. */
export async function removeArticle(tx: Db, id: bigint): Promise<void> {
  await tx.deleteFrom('articles').where('id', '=', id).execute();
}

/** The texts of an announcement by language. */
export async function textsOf(db: Db, id: bigint): Promise<Map<Language, ArticleText>> {
  const rows = await db
    .selectFrom('article_texts')
    .select(['lang', 'title', 'summary', 'body'])
    .where('article_id', '=', id)
    .orderBy('lang')
    .execute();
  return new Map(rows.map(({ lang, ...text }) => [lang as Language, text]));
}

/** Drafts first, then the newest; each with its languages and one title. */
export async function allArticles(
  db: Db,
  limit: number,
): Promise<(ArticleRow & { readonly langs: string; readonly title: string })[]> {
  const { rows } = await sql<ArticleRow & { langs: string; title: string }>`
    select a.id, a.slug, a.pinned, a.cover, a.published_at as "publishedAt", coalesce(t.langs, '') as langs,
      coalesce(t.title, '') as title
    from (select * from articles order by published_at desc nulls first, id desc limit ${limit}) a
    left join lateral (
      select string_agg(lang, ' ' order by lang) as langs,
        (array_agg(title order by lang = 'en' desc, lang = 'zh-Hans' desc))[1] as title
      from article_texts where article_id = a.id) t on true
    order by a.published_at desc nulls first, a.id desc`.execute(db);
  return rows;
}

/** False if there is already a notice of that version: people have agreed to its exact words. */
export async function insertWelcome(
  tx: Db,
  version: string,
  bodies: ReadonlyMap<Language, string>,
  now: Date,
): Promise<boolean> {
  const there = await tx
    .selectFrom('welcome_notices')
    .select('version')
    .where('version', '=', version)
    .executeTakeFirst();
  if (there) return false;
  const rows = [...bodies].map(([lang, body]) => ({ version, lang, body, published_at: now }));
  await tx.insertInto('welcome_notices').values(rows).execute();
  return true;
}

/** Newest first. */
export async function welcomeVersions(
  db: Db,
  limit: number,
): Promise<{ version: string; publishedAt: Date; langs: string }[]> {
  const { rows } = await sql<{ version: string; publishedAt: Date; langs: string }>`
    select version, max(published_at) as "publishedAt", string_agg(lang, ' ' order by lang) as langs
    from welcome_notices group by version order by 2 desc, 1 desc limit ${limit}`.execute(db);
  return rows;
}
