/** How often an account has had its data as a file. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { AT_MOST, WINDOW_MS } from './export.rules.ts';

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
  if (rows.length > 0) return null;
  const row = await db
    .selectFrom('data_exports')
    .select('times')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.times ?? [];
}
