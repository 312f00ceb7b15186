/** An account's own hashrate in the database. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/** Locks the account's miner until the transaction ends, and returns its purchased hashrate. */
export async function lockPurchased(db: Db, userId: bigint): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('miners')
    .select('purchased')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.purchased;
}

/** Whether the account is verified, so that its hashrate counts for the bonus of those above it. */
export async function isVerified(db: Db, userId: bigint): Promise<boolean> {
  const row = await db.selectFrom('users').select('kyc').where('id', '=', userId).executeTakeFirst();
  return row?.kyc === 'approved';
}

/** Adds to the gifted hashrate, which is never sold. A running cycle keeps the hashrate that it started with. */
export async function addGifted(db: Db, userId: bigint, gift: bigint): Promise<void> {
  await db
    .updateTable('miners')
    .set({ gifted: sql<bigint>`gifted + ${gift}::numeric` })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Adds to the purchased hashrate, or reduces it by a negative amount. A running cycle keeps the hashrate that it
 * started with.
 */
export async function addPurchased(db: Db, userId: bigint, change: bigint): Promise<void> {
  await db
    .updateTable('miners')
    .set({ purchased: sql<bigint>`purchased + ${change}::numeric` })
    .where('user_id', '=', userId)
    .execute();
}
