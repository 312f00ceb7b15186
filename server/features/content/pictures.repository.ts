/** The operator's pictures in the database, served by every server that shares it. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { PICTURE_FOLDER, type Picture } from './pictures.rules.ts';

/** Stores a picture; storing the same picture again changes nothing. */
export async function keepPicture(db: Db, { name, mime, bytes }: Picture, now: Date): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ name, mime, bytes, added_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findPicture = (db: Db, name: string) =>
  db.selectFrom('pictures').select(['mime', 'bytes']).where('name', '=', name).executeTakeFirst();

/** Which of these names are stored. */
export async function keptPictures(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.selectFrom('pictures').select('name').where('name', 'in', names).execute();
  return new Set(rows.map(({ name }) => name));
}

/** Removes those of these pictures that no text, cover or banner refers to any longer. */
export async function dropUnused(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    delete from pictures p where p.name = any(${names})
      and not exists (select 1 from articles a where a.cover = ${PICTURE_FOLDER} || p.name)
      and not exists (select 1 from banners b where b.image = ${PICTURE_FOLDER} || p.name)
      and not exists (select 1 from article_texts t where position(p.name in t.body) > 0)
      and not exists (select 1 from welcome_notices w where position(p.name in w.body) > 0)`.execute(db);
}
