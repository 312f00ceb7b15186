/** An account's limits in the database: one row, locked by every bet and every change. */
import { sql } from 'kysely';
import { type Limits, NO_LIMITS } from '#rules/limits.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { type Play } from './limits.views.ts';

interface Row {
  daily_limit: bigint | null;
  pending_limit: bigint | null;
  pending_at: Date | null;
  paused_until: Date | null;
  spent_today: bigint;
}

const asPlay = (row: Row | undefined): Play =>
  row
    ? {
        daily: row.daily_limit,
        pending: row.pending_limit,
        pendingAt: row.pending_at,
        pausedUntil: row.paused_until,
        spentToday: row.spent_today,
      }
    : { ...NO_LIMITS, spentToday: 0n };

const columns = (now: Date) => sql`
  daily_limit, pending_limit, pending_at, paused_until,
  case when day >= ${fn('play_day')}(${now}) then spent else 0 end as spent_today`;

/** The limits now, and the amount spent on the day of `now`. */
export async function readPlay(db: Db, userId: bigint, now: Date): Promise<Play> {
  const { rows } = await sql<Row>`select ${columns(now)} from play_limits where user_id = ${userId}`.execute(
    db,
  );
  return asPlay(rows[0]);
}

/** The same, with the account's row locked, or created if missing: bets wait until the transaction ends. */
export async function lockPlay(tx: Db, userId: bigint, now: Date): Promise<Play> {
  await sql`
    insert into play_limits (user_id, day) values (${userId}, ${fn('play_day')}(${now}))
    on conflict (user_id) do nothing`.execute(tx);
  const { rows } = await sql<Row>`
    select ${columns(now)} from play_limits where user_id = ${userId} for no key update`.execute(tx);
  return asPlay(rows[0]);
}

/** Applies an account's limits, pause and spending of the day to another account of the same person. */
export async function carryLimits(tx: Db, from: bigint, to: bigint): Promise<void> {
  await sql`
    insert into play_limits (user_id, daily_limit, pending_limit, pending_at, paused_until, day, spent)
    select ${to}::bigint, daily_limit, pending_limit, pending_at, paused_until, day, spent
    from play_limits where user_id = ${from}`.execute(tx);
}

export async function writeLimits(tx: Db, userId: bigint, limits: Limits): Promise<void> {
  await tx
    .updateTable('play_limits')
    .set({
      daily_limit: limits.daily,
      pending_limit: limits.pending,
      pending_at: limits.pendingAt,
      paused_until: limits.pausedUntil,
    })
    .where('user_id', '=', userId)
    .execute();
}
