/** Limits and pauses, for the file with all data of an account. */
import { fromUnits } from '#rules/amounts.ts';
import type { DataSection } from '#server/lib/sections.ts';

const limits: DataSection = {
  name: 'limits',
  about:
    'The daily bet limit in ADIT, a higher one that waits, a pause, and what was spent on the last day of play.',
  async *rows(db, userId) {
    const row = await db
      .selectFrom('play_limits')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) return;
    yield {
      dailyLimit: row.daily_limit === null ? null : fromUnits(row.daily_limit),
      pendingLimit: row.pending_limit === null ? null : fromUnits(row.pending_limit),
      pendingAt: row.pending_at,
      pausedUntil: row.paused_until,
      lastDay: row.day,
      spentThatDay: fromUnits(row.spent),
    };
  },
};

export const limitsSections: readonly DataSection[] = [limits];
