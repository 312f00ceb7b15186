/** The calls of responsible use, and what a bet is refused with. */
import { askLimit, askPause, limitsAt } from '#rules/limits.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { lockPlay, readPlay, writeLimits } from './limits.repository.ts';
import { type PlayRefusal, limitsView, readLimit, refusalOf } from './limits.views.ts';

/** Data of 1504 for the reason that `play_check` gave: read before the transaction of the bet is rolled back, or after. */
export const playRefusal = async (
  db: Db,
  userId: bigint,
  reason: 'paused' | 'limit',
  now: Date,
): Promise<PlayRefusal> => refusalOf(reason, await readPlay(db, userId, now), now);

export const limitsRoutes = () =>
  ({
    'GET /api/user/limits': async (c) => limitsView(await readPlay(c.db, c.user.id, c.now), c.now),
    'POST /api/user/limits': async (c) => {
      const { dailyBetLimit, pauseDays } = c.input;
      const wanted = typeof dailyBetLimit === 'string' ? readLimit(dailyBetLimit) : dailyBetLimit;
      const { spentToday, ...standing } = await lockPlay(c.db, c.user.id, c.now);
      let limits = limitsAt(standing, c.now);
      if (wanted !== undefined) limits = askLimit(limits, wanted, c.now);
      if (pauseDays !== undefined) limits = askPause(limits, pauseDays, c.now);
      await writeLimits(c.db, c.user.id, limits);
      return limitsView({ ...limits, spentToday }, c.now);
    },
  }) satisfies Partial<Handlers>;
