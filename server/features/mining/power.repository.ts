/** Accounts' own hashrate in the database. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/**
 * Locks the miners of accounts until the transaction ends, in the accounts' order, and returns their purchased
 * hashrate. Unless `wait`, those locked by somebody else are missing.
 */
export async function lockPurchased(
  db: Db,
  users: readonly bigint[],
  wait: boolean,
): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ user: bigint; purchased: bigint }>`
    select user_id as user, purchased from miners where user_id = any(${users}::bigint[])
    order by user_id for update ${wait ? sql`` : sql`skip locked`}`.execute(db);
  return new Map(rows.map(({ user, purchased }) => [user, purchased]));
}

/** Which of the accounts are verified, so that their hashrate counts towards the bonus of those above them. */
export async function verifiedOf(db: Db, users: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users where id = any(${users}::bigint[]) and kyc = 'approved'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds to the purchased hashrate of accounts, or to the gifted one, which is never sold; negative amounts reduce it. A
 * running cycle keeps the hashrate it started with.
 */
export async function addHashrate(
  db: Db,
  column: 'gifted' | 'purchased',
  changes: readonly { readonly user: bigint; readonly by: bigint }[],
): Promise<void> {
  const users = sql`${changes.map(({ user }) => user)}::bigint[]`;
  await sql`
    update miners set ${sql.ref(column)} = ${sql.ref(column)}
      + (${changes.map(({ by }) => by)}::numeric[])[array_position(${users}, user_id)]
    where user_id = any(${users})`.execute(db);
}
