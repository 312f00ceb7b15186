/** Users as the account page shows them, their sessions, and the times of their data exports. */
import { sql } from 'kysely';
import { MOST_SESSIONS } from '#rules/figures.ts';
import type { Db } from '#server/db/client.ts';
import { IDLE_MS, lockSessions } from '#server/http/session.ts';
import { AT_MOST, WINDOW_MS } from './export.rules.ts';

export async function findUser(db: Db, userId: bigint) {
  return db
    .selectFrom('users as u')
    .leftJoin('users as i', 'i.id', 'u.invited_by')
    .select([
      'u.address',
      'u.invite_code',
      'u.kyc',
      'u.official',
      'u.sign_ins',
      'u.created_at',
      'u.frozen_at',
      'u.frozen_reason',
      'i.address as inviter',
      sql<boolean>`u.sign_ins <= 1`.as('is_first'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** A session that nobody has signed out of; it may have expired. */
export interface Session {
  readonly token_hash: Uint8Array;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly outbox_expires_at: Date;
  readonly push_tested_at: Date | null;
}

/** Sessions of an account, newest first: as many as it may have, or the `limit` that follow a given one. */
export async function findSessions(
  db: Db,
  userId: bigint,
  limit = MOST_SESSIONS,
  after?: Session,
): Promise<Session[]> {
  return (
    db
      .selectFrom('sessions')
      .select([
        'token_hash',
        'created_at',
        'last_seen_at',
        'expires_at',
        'outbox_expires_at',
        'push_tested_at',
      ])
      .where('user_id', '=', userId)
      .$if(after !== undefined, (all) =>
        all.where(
          sql<boolean>`(date_trunc('milliseconds', created_at), token_hash) < (${after?.created_at}, ${after?.token_hash})`,
        ),
      )
      // The precision of a Date, so each page continues where the previous one ended.
      .orderBy(sql`date_trunc('milliseconds', created_at)`, 'desc')
      .orderBy('token_hash', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Ends all sessions of an account, with their outbox tokens, and its devices; returns how many sessions. */
export async function deleteSessions(db: Db, userId: bigint): Promise<number> {
  // Without the lock, a session being opened would escape.
  await lockSessions(db, userId);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
  await db.deleteFrom('devices').where('user_id', '=', userId).execute();
  return Number(numDeletedRows);
}

/** Accounts that have a session, or a device that stays signed in. */
export async function signedIn(db: Db): Promise<bigint[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_id')
    .union(db.selectFrom('devices').select('user_id'))
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Freezes an account; false if it is already frozen. A withdrawal being requested at the same time stays unsigned. */
export async function freeze(
  db: Db,
  userId: bigint,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ frozen_at: now, frozen_by: by, frozen_reason: reason })
    .where('id', '=', userId)
    .where('frozen_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a freeze; false if it was not frozen. */
export async function unfreeze(db: Db, userId: bigint): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ frozen_at: null, frozen_by: null, frozen_reason: null })
    .where('id', '=', userId)
    .where('frozen_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What the operator sees of an account besides its balances. */
export async function accountFacts(db: Db, userId: bigint, now: Date) {
  return db
    .selectFrom('users as u')
    .leftJoin('users as i', 'i.id', 'u.invited_by')
    .leftJoin('miners as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.address', 'u.created_at', 'u.kyc', 'u.sign_ins', 'i.address as inviter'])
    .select(['u.frozen_at', 'u.frozen_by', 'u.frozen_reason', 'm.kind', 'm.state'])
    .select((e) => [
      e
        .selectFrom('sessions as s')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('s.user_id', '=', 'u.id')
        .where('s.expires_at', '>', now)
        .where('s.last_seen_at', '>', new Date(now.getTime() - IDLE_MS))
        .as('sessions'),
      e
        .selectFrom('payouts as p')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('p.user_id', '=', 'u.id')
        .where('p.state', 'not in', ['confirmed', 'failed'])
        .as('withdrawals'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** When the file was last made, and all times within the past hour. */
export async function exportTimes(db: Db, userId: bigint): Promise<readonly Date[]> {
  const row = await db
    .selectFrom('data_exports')
    .select('times')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.times ?? [];
}

/**
 * Records an export. If there were too many within the hour, it records nothing and returns their times. A single
 * statement, because with two, parallel requests would not see each other's export.
 */
export async function noteExport(db: Db, userId: bigint, now: Date): Promise<readonly Date[] | null> {
  const since = new Date(now.getTime() - WINDOW_MS);
  const { rows } = await sql`
    insert into data_exports as e (user_id, times) values (${userId}, array[${now}::timestamptz])
    on conflict (user_id) do update
      set times = array(select t from unnest(e.times) as t where t > ${since} order by t) || excluded.times
      where (select count(*) from unnest(e.times) as t where t > ${since}) < ${AT_MOST}
    returning user_id`.execute(db);
  return rows.length > 0 ? null : exportTimes(db, userId);
}
