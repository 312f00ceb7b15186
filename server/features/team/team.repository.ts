/**
 * Reading teams: counters, members of the three levels, total earnings. Every read uses an index, however large the
 * team.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { TeamCount } from './team.views.ts';

/** Counters by level, always exact; levels without members may be missing. */
export async function teamCounts(db: Db, userId: bigint): Promise<TeamCount[]> {
  const { rows } = await sql<TeamCount>`
    select level, members, valid, hashrate, staked, bets from ${fn('team_counts')}(${userId})`.execute(db);
  return rows;
}

/** How many direct members have an approved verification. */
export async function validUsers(db: Db, userId: bigint): Promise<number> {
  const counts = await teamCounts(db, userId);
  return counts.find(({ level }) => level === 1)?.valid ?? 0;
}
