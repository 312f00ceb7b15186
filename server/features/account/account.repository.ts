/** Users as the account page shows them, their sessions, and the times of their data exports. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
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
      'i.address as inviter',
      sql<boolean>`u.sign_ins <= 1`.as('is_first'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Sessions that nobody signed out of, newest first; they may have expired. */
export async function findSessions(db: Db, userId: bigint) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'expires_at', 'outbox_expires_at', 'push_tested_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
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
 * Records an export. If there were too many within the hour, it records nothing and returns the times of those. A
 * single statement, because with two, parallel requests would not see each other's export.
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
