/** Nonces, users and sessions in the database. Tokens are stored only as hashes. */
import { sql } from 'kysely';
import { SESSION_IDLE_HOURS } from '#rules/figures.ts';
import { type Db, inBatches } from '#server/db/client.ts';

export async function saveNonce(db: Db, nonce: string, expiresAt: Date): Promise<void> {
  await db.insertInto('nonces').values({ nonce, expires_at: expiresAt }).execute();
}

/** Uses up a nonce; false if it is unknown, used or expired. */
export async function useNonce(db: Db, nonce: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('nonces')
    .set({ used_at: now })
    .where('nonce', '=', nonce)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findInviter(db: Db, inviteCode: string) {
  return db
    .selectFrom('users')
    .select(['id', 'address', 'ancestor1', 'ancestor2'])
    .where('invite_code', '=', inviteCode)
    .executeTakeFirst();
}

/** Counts a sign-in of a known address; undefined for a new one. */
export async function noteSignIn(db: Db, address: string): Promise<bigint | undefined> {
  const row = await db
    .updateTable('users')
    .set({ sign_ins: sql<number>`sign_ins + 1` })
    .where('address', '=', address)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

interface NewUser {
  address: string;
  inviteCode: string;
  inviter?: { id: bigint; ancestor1: bigint | null; ancestor2: bigint | null } | undefined;
  /** The first account of a wallet that has come back. */
  formerly?: bigint | undefined;
  now: Date;
}

/**
 * Creates a user; undefined if the address or the invite code is taken, perhaps just now by another process. The row
 * carries its three ancestors, so nothing has to walk the tree.
 */
export async function createUser(
  db: Db,
  { address, inviteCode, inviter, formerly, now }: NewUser,
): Promise<bigint | undefined> {
  const row = await db
    .insertInto('users')
    .values({
      address,
      invite_code: inviteCode,
      invited_by: inviter?.id ?? null,
      ancestor1: inviter?.id ?? null,
      ancestor2: inviter?.ancestor1 ?? null,
      ancestor3: inviter?.ancestor2 ?? null,
      formerly: formerly ?? null,
      created_at: now,
      sign_ins: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * The sessions of an account except the `keep` most recently used. Those of the given device go first: by opening many,
 * it must not end the sessions of others.
 */
export async function leastUsedSessions(
  db: Db,
  userId: bigint,
  deviceId: string | null,
  keep: number,
): Promise<Uint8Array[]> {
  const { rows } = await sql<{ token_hash: Uint8Array }>`
    select token_hash from sessions where user_id = ${userId}
    order by coalesce(device_id = ${deviceId}, false), last_seen_at desc, created_at desc, token_hash
    offset ${keep}`.execute(db);
  return rows.map((row) => row.token_hash);
}

interface NewSession {
  userId: bigint;
  deviceId: string | null;
  tokenHash: Uint8Array;
  outboxHash: Uint8Array;
  now: Date;
  expiresAt: Date;
  outboxExpiresAt: Date;
}

export async function createSession(db: Db, s: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: s.tokenHash,
      outbox_hash: s.outboxHash,
      user_id: s.userId,
      device_id: s.deviceId,
      created_at: s.now,
      last_seen_at: s.now,
      expires_at: s.expiresAt,
      outbox_expires_at: s.outboxExpiresAt,
    })
    .execute();
}

/** Ends a session, including its outbox token. */
export async function deleteSession(db: Db, tokenHash: Uint8Array): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Demo mode's skip does not count as inactivity: sessions that were alive before it count as used after it. */
export async function carrySessions(db: Db, before: Date, after: Date): Promise<void> {
  await sql`
    update sessions set
      -- A step, not a moment: what another process skips at the same time is carried as well.
      last_seen_at = greatest(last_seen_at, ${before}) + (${after}::timestamptz - ${before}::timestamptz)
    where last_seen_at + make_interval(hours => ${SESSION_IDLE_HOURS}::int) > ${before} and expires_at > ${before}`.execute(
    db,
  );
}

/**
 * Removes expired nonces, `batch` per statement: guests create them, so there may be many. Returns how many were
 * removed.
 */
export async function cleanNonces(db: Db, now: Date, batch = 5000): Promise<number> {
  return inBatches(batch, async () =>
    sql`
      delete from nonces where nonce in (
        select nonce from nonces where expires_at <= ${now} order by expires_at limit ${batch}
      )`.execute(db),
  );
}

/** Removes expired sessions, `batch` per statement. Returns how many were removed. */
export async function cleanSessions(db: Db, now: Date, batch = 5000): Promise<number> {
  return inBatches(batch, async () =>
    // Reminders outlive the session; a device that ends has to find its own.
    sql`
      delete from sessions where token_hash in (
        select token_hash from sessions s where expires_at < ${now} and outbox_expires_at < ${now} and (device_id is null
          or not exists (select from push_subscriptions p where p.token_hash = s.token_hash))
        limit ${batch}
      )`.execute(db),
  );
}
