/** Responsible use: daily limits and pauses. */
import { fromUnits } from '#rules/amounts.ts';
import { askLimit, askPause, limitsAt } from '#rules/limits.ts';
import type { Feature } from '#server/lib/feature.ts';
import type { DataSection } from '#server/lib/sections.ts';
import { carryLimits, lockPlay, readPlay, writeLimits } from './limits.repository.ts';
import { limitsView, readLimit } from './limits.views.ts';

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
    provides: { carryLimits },
  }) satisfies Feature;
