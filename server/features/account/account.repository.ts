/** Users as the account page shows them, the sessions they have, and how often they have had their data as a file. */
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

/** Sessions that were not signed out of, newest first; they may have run out meanwhile. */
export async function findSessions(db: Db, userId: bigint) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'expires_at', 'outbox_expires_at', 'push_tested_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** When the file was made last, and before that within an hour. */
export async function exportTimes(db: Db, userId: bigint): Promise<readonly Date[]> {
  const row = await db
    .selectFrom('data_exports')
    .select('times')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.times ?? [];
}

/**
 * Notes an export; when there were too many within the hour, the times of those, and nothing is noted. One statement: of two that
 * arrive together each sees the other.
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
