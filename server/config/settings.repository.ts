/** The operator's changes to settings, as the database stores them. */
import type { Db } from '#server/db/client.ts';

interface Changed {
  readonly value: string;
  readonly at: Date;
  readonly by: string;
}

export type StoredSetting = Changed & { readonly name: string };
export type StoredTerm = StoredSetting & { readonly coin: string };

export async function readSettings(db: Db): Promise<StoredSetting[]> {
  return db
    .selectFrom('operator_settings')
    .select(['name', 'value', 'changed_at as at', 'changed_by as by'])
    .orderBy('name')
    .execute();
}

export async function readTerms(db: Db): Promise<StoredTerm[]> {
  return db
    .selectFrom('coin_settings')
    .select(['coin', 'name', 'value', 'changed_at as at', 'changed_by as by'])
    .orderBy('coin')
    .orderBy('name')
    .execute();
}

export async function writeSetting(db: Db, name: string, { value, at, by }: Changed): Promise<void> {
  const row = { value, changed_at: at, changed_by: by };
  await db
    .insertInto('operator_settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Returns whether there was one. */
export async function deleteSetting(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_settings')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function writeTerm(
  db: Db,
  coin: string,
  name: string,
  { value, at, by }: Changed,
): Promise<void> {
  const row = { value, changed_at: at, changed_by: by };
  await db
    .insertInto('coin_settings')
    .values({ coin, name, ...row })
    .onConflict((conflict) => conflict.columns(['coin', 'name']).doUpdateSet(row))
    .execute();
}

/** Returns how many there were. */
export async function deleteTerms(db: Db, coin: string, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('coin_settings')
    .where('coin', '=', coin)
    .where('name', 'in', [...names])
    .executeTakeFirst();
  return Number(numDeletedRows);
}
