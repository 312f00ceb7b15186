/** Announcements in the language asked for, else in simplified Chinese, else in English; one with none of them is not shown. */
import { sql } from 'kysely';
import type { Language } from '#contract/call.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { likePattern } from './articles.rules.ts';

const STAND_INS: readonly Language[] = ['zh-Hans', 'en'];

export interface Article {
  readonly id: bigint;
  readonly lang: Language;
  readonly title: string;
  readonly summary: string;
  readonly cover: string | null;
  readonly publishedAt: Date;
}

/** Where a page begins: after the article of this time (milliseconds) and id. */
export type Place = readonly [at: bigint, id: bigint];

export const placeOf = ({ publishedAt, id }: Article): Place => [BigInt(publishedAt.getTime()), id];

/** Every article with the one text that is shown; what it is asked to be comes as SQL behind it. */
const shown = (lang: Language) => sql`
  from articles a
  join lateral (
    select t.lang, t.title, t.summary, t.body from article_texts t
    where t.article_id = a.id and t.lang in (${lang}, ${STAND_INS[0]}, ${STAND_INS[1]})
    order by t.lang = ${lang} desc, t.lang = ${STAND_INS[0]} desc limit 1
  ) s on true`;

const COLUMNS = sql`a.id, s.lang, s.title, s.summary, a.cover, a.published_at as "publishedAt"`;

export interface ListAsked {
  readonly search?: string | undefined;
  readonly after?: Place | undefined;
  readonly limit: number;
}

/** Newest first. What is searched for may stand anywhere in the title or the summary that is shown. */
export async function listArticles(
  db: Db,
  lang: Language,
  { search, after, limit }: ListAsked,
): Promise<Article[]> {
  const pattern = search === undefined ? undefined : likePattern(search);
  const { rows } = await sql<Article>`
    select ${COLUMNS} ${shown(lang)}
    where ${after ? sql`(a.published_at, a.id) < (${new Date(Number(after[0]))}, ${after[1]}::bigint)` : sql`true`}
      and ${pattern === undefined ? sql`true` : sql`(s.title ilike ${pattern} or s.summary ilike ${pattern})`}
    order by a.published_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The newest of those that the operator has pinned. */
export async function pinnedArticle(db: Db, lang: Language): Promise<Article | undefined> {
  const { rows } = await sql<Article>`
    select ${COLUMNS} ${shown(lang)}
    where a.pinned order by a.published_at desc, a.id desc limit 1`.execute(db);
  return rows[0];
}

export async function readArticle(
  db: Db,
  lang: Language,
  id: bigint,
): Promise<(Article & { readonly body: string }) | undefined> {
  const { rows } = await sql<Article & { body: string }>`
    select ${COLUMNS}, s.body ${shown(lang)} where a.id = ${id}`.execute(db);
  return rows[0];
}

export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly body: string;
}

export interface ArticleSeed {
  readonly slug: string;
  readonly pinned: boolean;
  readonly cover: string;
  readonly publishedAt: Date;
  readonly texts: Readonly<Record<Language, ArticleText>>;
}

/** Puts in an article that the product comes with, once for ever: what the operator does with it afterwards stays. */
export async function seedArticle(db: Db, { slug, texts, ...seed }: ArticleSeed): Promise<void> {
  await inTransaction(db, async (tx) => {
    const first = await tx
      .insertInto('article_seeds')
      .values({ slug })
      .onConflict((conflict) => conflict.doNothing())
      .returning('slug')
      .executeTakeFirst();
    if (!first) return;
    const article = await tx
      .insertInto('articles')
      .values({ slug, pinned: seed.pinned, cover: seed.cover, published_at: seed.publishedAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!article) return;
    const rows = Object.entries(texts).map(([lang, text]) => ({ article_id: article.id, lang, ...text }));
    await tx.insertInto('article_texts').values(rows).execute();
  });
}
