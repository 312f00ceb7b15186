/** The operator's texts, in the language asked for. */
import { sql } from 'kysely';
import type { Language } from '#contract/call.ts';
import type { Db } from '#server/db/client.ts';

/** The language that stands in for one without a text (spec, section 9). */
const FALLBACK: Language = 'zh-Hans';

/** The latest welcome notice. */
export async function welcome(db: Db, lang: Language) {
  return db
    .selectFrom('welcome_notices')
    .select(['version', 'body'])
    .where('lang', 'in', [lang, FALLBACK])
    .orderBy('published_at', 'desc')
    .orderBy(sql`lang = ${lang}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function links(db: Db, lang: Language) {
  const { rows } = await sql<{ id: string; url: string; label: string }>`
    select l.id, l.url, coalesce(own.label, other.label, l.id) as label
    from links l
    left join link_labels own on own.link_id = l.id and own.lang = ${lang}
    left join link_labels other on other.link_id = l.id and other.lang = ${FALLBACK}
    order by l.position, l.id`.execute(db);
  return rows;
}

/** Writes the notice that the product comes with, unless it is there already. */
export async function seedWelcome(
  db: Db,
  notice: { version: string; publishedAt: Date; texts: Readonly<Record<Language, string>> },
): Promise<void> {
  const { version, publishedAt, texts } = notice;
  const rows = Object.entries(texts).map(([lang, body]) => ({
    version,
    lang,
    body,
    published_at: publishedAt,
  }));
  await db
    .insertInto('welcome_notices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
