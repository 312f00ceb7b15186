/** Writes contact links and the order of banners, for the operator's commands. Run each inside one transaction. */
import type { Language } from '#contract/languages.ts';
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

type Labels = ReadonlyMap<Language, string>;

interface LinkRow {
  readonly id: string;
  readonly url: string;
  readonly labels: Map<string, string>;
}

/** In the order of the page. */
export async function allLinks(db: Db): Promise<LinkRow[]> {
  const links = await db
    .selectFrom('links')
    .select(['id', 'url'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const labels = await db.selectFrom('link_labels').selectAll().orderBy('lang').execute();
  return links.map((link) => ({
    ...link,
    labels: new Map(
      labels.filter(({ link_id: id }) => id === link.id).map(({ lang, label }) => [lang, label]),
    ),
  }));
}

/** Sets labels; an empty one removes its language. */
export async function putLabels(tx: Db, id: string, labels: Labels): Promise<void> {
  for (const [lang, label] of labels)
    if (label === '')
      await tx.deleteFrom('link_labels').where('link_id', '=', id).where('lang', '=', lang).execute();
    else
      await tx
        .insertInto('link_labels')
        .values({ link_id: id, lang, label })
        .onConflict((conflict) => conflict.columns(['link_id', 'lang']).doUpdateSet({ label }))
        .execute();
}

/** Adds a link at the end. False if the name is taken. */
export async function insertLink(tx: Db, id: string, url: string, labels: Labels): Promise<boolean> {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from links)`;
  const made = await tx
    .insertInto('links')
    .values({ id, url, position: last })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) await putLabels(tx, id, labels);
  return made !== undefined;
}

/** False if there is no such link. */
export async function changeUrl(tx: Db, id: string, url: string): Promise<boolean> {
  const row = await tx
    .updateTable('links')
    .set({ url })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if there is no such link. */
export async function removeLink(tx: Db, id: string): Promise<boolean> {
  return (await tx.deleteFrom('links').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}

/** Renumbers the rows of a table in this order. */
export async function setOrder(
  tx: Db,
  table: 'links' | 'banners',
  ids: readonly (string | bigint)[],
): Promise<void> {
  for (const [at, id] of ids.entries())
    await sql`update ${sql.table(table)} set position = ${at + 1} where id = ${id}`.execute(tx);
}
