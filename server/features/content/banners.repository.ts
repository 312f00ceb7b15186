/** The home page's banners, in order: each has a picture and the announcement that it links to. */
import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { type Reader, isFirstTime, textShown } from './articles.repository.ts';

export interface Banner {
  readonly image: string;
  readonly articleId: bigint;
  readonly lang: Language;
  /** The announcement's. */
  readonly title: string;
}

/** Banners whose announcement can be read now, in a language that the reader may get. */
export async function shownBanners(db: Db, { lang, now }: Reader): Promise<Banner[]> {
  const { rows } = await sql<Banner>`
    select b.image, a.id as "articleId", s.lang, s.title
    from banners b join articles a on a.id = b.article_id ${textShown(lang)}
    where a.published_at <= ${now} order by b.position, b.id`.execute(db);
  return rows;
}

interface BannerRow {
  readonly id: bigint;
  readonly image: string;
  /** The announcement's. */
  readonly slug: string;
  /** The announcement's; null for a draft. */
  readonly publishedAt: Date | null;
}

/** All of them, including those that are not visible yet. */
export const listBanners = (db: Db): Promise<BannerRow[]> =>
  db
    .selectFrom('banners as b')
    .innerJoin('articles as a', 'a.id', 'b.article_id')
    .select(['b.id', 'b.image', 'a.slug', 'a.published_at as publishedAt'])
    .orderBy('b.position')
    .orderBy('b.id')
    .execute();

/** Adds a banner at the end. The announcement must exist, and the picture must be one of this server's (`isPicturePath`). */
export async function addBanner(
  db: Db,
  { image, articleId }: { readonly image: string; readonly articleId: bigint },
): Promise<void> {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from banners)`;
  await db.insertInto('banners').values({ image, article_id: articleId, position: last }).execute();
}

/** False if there is no such banner. */
export async function removeBanner(db: Db, id: bigint): Promise<boolean> {
  const removed = await db.deleteFrom('banners').where('id', '=', id).returning('id').executeTakeFirst();
  return removed !== undefined;
}

const PUT_IN = 'banners of demo mode';

/** Adds banners with the covers of these announcements, only once, and never alongside the operator's own. */
export async function seedBanners(db: Db, slugs: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isFirstTime(tx, PUT_IN))) return;
    if (await tx.selectFrom('banners').select('id').executeTakeFirst()) return;
    for (const slug of slugs) {
      const article = await tx
        .selectFrom('articles')
        .select(['id', 'cover'])
        .where('slug', '=', slug)
        .executeTakeFirst();
      if (article?.cover) await addBanner(tx, { image: article.cover, articleId: article.id });
    }
  });
}
