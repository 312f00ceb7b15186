/** Responsible use: daily limits and pauses, and the errors with which they refuse a bet. */
import { fromUnits } from '#rules/amounts.ts';
import { askLimit, askPause, limitsAt } from '#rules/limits.ts';
import type { Db } from '#server/db/client.ts';
import type { Feature } from '#server/lib/feature.ts';
import type { DataSection } from '#server/lib/sections.ts';
import { carryLimits, lockPlay, readPlay, writeLimits } from './limits.repository.ts';
import { type PlayRefusal, limitsView, readLimit, refusalOf } from './limits.views.ts';

/**
 * Data of 1504 for the reason that `play_check` returned: may be read before or after the bet's transaction is rolled
 * back.
 */
export const playRefusal = async (
  db: Db,
  userId: bigint,
  reason: 'paused' | 'limit',
  now: Date,
): Promise<PlayRefusal> => refusalOf(reason, await readPlay(db, userId, now), now);

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

export const limitsFeature = () =>
  ({
    handlers: {
      'GET /api/user/limits': async (c) => limitsView(await readPlay(c.db, c.user.id, c.now), c.now),
      'POST /api/user/limits': async (c) => {
        const { dailyBetLimit, pauseDays } = c.input;
        const wanted = typeof dailyBetLimit === 'string' ? readLimit(dailyBetLimit) : dailyBetLimit;
        const { spentToday, ...standing } = await lockPlay(c.db, c.user.id, c.now);
        let asked = limitsAt(standing, c.now);
        if (wanted !== undefined) asked = askLimit(asked, wanted, c.now);
        if (pauseDays !== undefined) asked = askPause(asked, pauseDays, c.now);
        await writeLimits(c.db, c.user.id, asked);
        return limitsView({ ...asked, spentToday }, c.now);
      },
    },
    sections: [limits],
    provides: { carryLimits, playRefusal },
  }) satisfies Feature;
