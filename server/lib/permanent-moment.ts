/** The time from which a change counts for the lottery, which counts permanent miners at each close (lottery.sql). */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';

/**
 * When an account becomes permanent or is deleted: now, but never before a close that has counted already. No round
 * counts its miners until the transaction ends.
 */
export async function permanentMoment(db: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{
    at: Date;
  }>`select ${fn('permanent_moment')}(${now}::timestamptz) as at`.execute(db);
  return rows[0]?.at ?? now;
}
