/** The operator's texts, in the requested language. */
import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { isFirstTime } from './articles.repository.ts';
import { STAND_INS } from './articles.rules.ts';

const [FIRST, LAST] = STAND_INS;

/** The latest welcome notice. */
export async function welcome(db: Db, lang: Language) {
  return db
    .selectFrom('welcome_notices')
    .select(['version', 'body'])
    .where('lang', 'in', [lang, FIRST, LAST])
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .orderBy(sql`lang = ${lang}`, 'desc')
    .orderBy(sql`lang = ${FIRST}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function links(db: Db, lang: Language) {
  const { rows } = await sql<{ id: string; url: string; label: string }>`
    select l.id, l.url, coalesce(own.label, other.label, last.label, l.id) as label
    from links l
    left join link_labels own on own.link_id = l.id and own.lang = ${lang}
    left join link_labels other on other.link_id = l.id and other.lang = ${FIRST}
    left join link_labels last on last.link_id = l.id and last.lang = ${LAST}
    order by l.position, l.id`.execute(db);
  return rows;
}

export interface LinkSeed {
  readonly id: string;
  readonly url: string;
  readonly labels: Readonly<Record<Language, string>>;
}

/** Marks demo mode's links as added, as is done for announcements. */
const LINKS_PUT_IN = 'links of demo mode';

/** Adds links only once, and never alongside the operator's own: removed links stay removed. */
export async function seedLinks(db: Db, seeds: readonly LinkSeed[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isFirstTime(tx, LINKS_PUT_IN))) return;
    if (await tx.selectFrom('links').select('id').executeTakeFirst()) return;
    const rows = seeds.map(({ id, url }, at) => ({ id, url, position: at + 1 }));
    await tx.insertInto('links').values(rows).execute();
    const labels = seeds.flatMap(({ id, labels: texts }) =>
      Object.entries(texts).map(([lang, label]) => ({ link_id: id, lang, label })),
    );
    await tx.insertInto('link_labels').values(labels).execute();
  });
}

/** Writes the notice that ships with the product, unless it is already there. */
export async function seedWelcome(
  db: Db,
  notice: { version: string; publishedAt: Date; texts: ReadonlyMap<Language, string> },
): Promise<void> {
  const { version, publishedAt, texts } = notice;
  const rows = [...texts].map(([lang, body]) => ({
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
