/**
 * Announcements in the requested language, otherwise in simplified Chinese, otherwise in English; an announcement with
 * none of these is not shown. Nor is a draft, or one that is not due yet: `now` is the server's clock.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { STAND_INS, likePattern, searchedWords } from './articles.rules.ts';

export interface Article {
  readonly id: bigint;
  readonly lang: Language;
  readonly title: string;
  readonly summary: string;
  readonly cover: string | null;
  readonly publishedAt: Date;
}

/** Where a page begins: after the article with this time (milliseconds) and id. */
export type Place = readonly [at: bigint, id: bigint];

export const placeOf = ({ publishedAt, id }: Article): Place => [BigInt(publishedAt.getTime()), id];

/** The reader's language and the time. */
export interface Reader {
  readonly lang: Language;
  readonly now: Date;
}

/** Every article with the one text to show; conditions are appended as SQL. */
export const textShown = (lang: Language) => sql`
  join lateral (
    select t.lang, t.title, t.summary, t.body from article_texts t
    where t.article_id = a.id and t.lang in (${lang}, ${STAND_INS[0]}, ${STAND_INS[1]})
    order by t.lang = ${lang} desc, t.lang = ${STAND_INS[0]} desc limit 1
  ) s on true`;

const shown = ({ lang, now }: Reader) => sql`
  from articles a ${textShown(lang)}
  where a.published_at <= ${now}`;

const COLUMNS = sql`a.id, s.lang, s.title, s.summary, a.cover, a.published_at as "publishedAt"`;

interface ListAsked {
  readonly search?: string | undefined;
  readonly after?: Place | undefined;
  readonly limit: number;
}

const below = (time: string, id: string, after: Place | undefined) =>
  after
    ? sql`(${sql.ref(time)}, ${sql.ref(id)}) < (${new Date(Number(after[0]))}, ${after[1]}::bigint)`
    : sql`true`;

/**
 * How many of the newest announcements a search reads. Words found in fewer than 1 in 50 of them are looked up in the
 * index instead, which reads only slightly more rows.
 */
const NEWEST = 1000;

/**
 * Two ways to find the ids of announcements that contain the words anywhere in the displayed title or summary
 * (`article_shown`). Common words are found among the newest, which may be too few to fill a page; rare ones through
 * the index, which for common words would first have to collect all matches. Each way reads only a few rows where it is
 * used.
 */
export function searches({ lang, now }: Reader, words: string, { after, limit }: Omit<ListAsked, 'search'>) {
  const pattern = likePattern(words);
  const has = sql`(title like lower(${pattern}) or summary like lower(${pattern}))`;
  const shownTo = sql`lang = ${lang} and published_at <= ${now} and ${below('published_at', 'article_id', after)}`;
  const order = sql`order by published_at desc, article_id desc`;
  return {
    newest: sql`
      select article_id from (select * from article_shown where ${shownTo} ${order} limit ${NEWEST}) n
      where ${has} ${order} limit ${limit}`,
    // Materialized, and only then filtered and ordered; otherwise the planner would be tempted to read all announcements
    // by time.
    indexed: sql`
      with found as materialized (
        select lang, article_id, published_at from article_shown
        where article_parts(lang, title, summary) @@ ${fn('article_sought')}(${lang}, lower(${words})) and ${has})
      select article_id from found where ${shownTo} ${order} limit ${limit}`,
  };
}

/** Newest first. The searched text may be anywhere in the displayed title or summary. */
export async function listArticles(
  db: Db,
  reader: Reader,
  { search, after, limit }: ListAsked,
): Promise<Article[]> {
  const list = async (which: RawBuilder<unknown>): Promise<Article[]> => {
    const { rows } = await sql<Article>`
      select ${COLUMNS} ${shown(reader)} and ${which}
      order by a.published_at desc, a.id desc limit ${limit}`.execute(db);
    return rows;
  };
  const words = searchedWords(search);
  if (words === undefined) return list(below('a.published_at', 'a.id', after));
  const { newest, indexed } = searches(reader, words, { after, limit });
  const rows = await list(sql`a.id = any(array(${newest}))`);
  return rows.length === limit ? rows : list(sql`a.id = any(array(${indexed}))`);
}

/** The most recent pinned announcement. */
export async function pinnedArticle(db: Db, reader: Reader): Promise<Article | undefined> {
  const { rows } = await sql<Article>`
    select ${COLUMNS} ${shown(reader)}
      and a.pinned order by a.published_at desc, a.id desc limit 1`.execute(db);
  return rows[0];
}

export async function readArticle(
  db: Db,
  reader: Reader,
  id: bigint,
): Promise<(Article & { readonly body: string }) | undefined> {
  const { rows } = await sql<Article & { body: string }>`
    select ${COLUMNS}, s.body ${shown(reader)} and a.id = ${id}`.execute(db);
  return rows[0];
}

/** The announcement of that name, if readers may see it. */
export async function articleNamed(db: Db, slug: string, now: Date): Promise<bigint | undefined> {
  const found = await db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', slug)
    .where('published_at', '<=', now)
    .executeTakeFirst();
  return found?.id;
}

export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly body: string;
}

/** True the first time that a piece of shipped content is added; afterwards the operator's changes to it stand. */
export async function isFirstTime(tx: Db, slug: string): Promise<boolean> {
  const first = await tx
    .insertInto('article_seeds')
    .values({ slug })
    .onConflict((conflict) => conflict.doNothing())
    .returning('slug')
    .executeTakeFirst();
  return first !== undefined;
}
