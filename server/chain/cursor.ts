/** How far the chain has been read, as stored in the database. Readers in several processes share one row. */
import type { Db } from '#server/db/client.ts';

/** A block by number and hash. */
export interface Place {
  readonly number: number;
  readonly hash: string;
}

/** The reader whose effects are in the database: everything up to its position. */
export const WATCHER = 'watcher';

/** The position of reader `name`; undefined before its first read. */
export async function readCursor(db: Db, name: string): Promise<Place | undefined> {
  const row = await db
    .selectFrom('chain_cursor')
    .select(['number', 'hash'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { number: Number(row.number), hash: row.hash };
}

/** Sets the position of a reader that has none; returns the position in effect, which another process may have set. */
export async function startCursor(db: Db, name: string, place: Place): Promise<Place> {
  await db
    .insertInto('chain_cursor')
    .values({ name, number: BigInt(place.number), hash: place.hash })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readCursor(db, name)) ?? place;
}

/**
 * Moves the reader within the caller's transaction; false if another process moved it first, in which case nothing may
 * be applied.
 */
export async function moveCursor(db: Db, name: string, from: Place, to: Place): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chain_cursor')
    .set({ number: BigInt(to.number), hash: to.hash })
    .where('name', '=', name)
    .where('number', '=', BigInt(from.number))
    .where('hash', '=', from.hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Moves the reader back to `to` if it is beyond that, within the caller's transaction. */
export async function lowerCursor(db: Db, name: string, to: Place): Promise<void> {
  await db
    .updateTable('chain_cursor')
    .set({ number: BigInt(to.number), hash: to.hash })
    .where('name', '=', name)
    .where('number', '>', BigInt(to.number))
    .execute();
}
