/** Codes with which another device asks to be signed in, and wrong codes entered. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

interface Joined {
  readonly id: string;
  readonly point: Uint8Array;
  readonly name: string;
}

export async function cleanPairings(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pairings').where('expires_at', '<=', now).execute();
}

export async function deletePairing(db: Db, userId: bigint): Promise<void> {
  await db.deleteFrom('pairings').where('user_id', '=', userId).execute();
}

/** False if the code is taken. */
export async function insertPairing(
  db: Db,
  { userId, code, expiresAt }: { readonly userId: bigint; readonly code: string; readonly expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('pairings')
    .values({ user_id: userId, code, expires_at: expiresAt, device_id: null, public_key: null, name: null })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return row !== undefined;
}

/** The account's open code, and the device that has entered it. */
export async function pairingOf(
  db: Db,
  userId: bigint,
  now: Date,
): Promise<{ expiresAt: Date; joined: Joined | null } | undefined> {
  const row = await db
    .selectFrom('pairings')
    .select(['expires_at', 'device_id', 'public_key', 'name'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { device_id: id, public_key: point, name } = row;
  return { expiresAt: row.expires_at, joined: id && point && name ? { id, point, name } : null };
}

/** Whether a code is open and nobody has entered it. */
export async function isCodeOpen(db: Db, code: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('pairings')
    .select('code')
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .where('device_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Enters a code for a device; false if it is no longer open. */
export async function takeCode(
  db: Db,
  code: string,
  { id, point, name }: Joined,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('pairings')
    .set({ device_id: id, public_key: point, name, expires_at: until })
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .where('device_id', 'is', null)
    .returning('code')
    .executeTakeFirst();
  return row !== undefined;
}

/** Blocks other callers from counting attempts of this network until the transaction ends. */
export async function lockTries(db: Db, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 26))`.execute(db);
}

/** How many wrong codes have come from a network since then. Deletes earlier ones. */
export async function triesSince(db: Db, network: string, since: Date): Promise<number> {
  await db.deleteFrom('pairing_tries').where('at', '<=', since).execute();
  const { count } = await db
    .selectFrom('pairing_tries')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function noteTry(db: Db, network: string, at: Date): Promise<void> {
  await db.insertInto('pairing_tries').values({ network, at }).execute();
}
