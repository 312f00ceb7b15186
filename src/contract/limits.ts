/** Responsible use: the daily bet limit and pauses. */
import * as z from 'zod/mini';
import { PAUSE_DAYS } from '#rules/figures.ts';
import { call } from './call.ts';
import { Amount, Time } from './shapes.ts';

const Limits = z.object({
  dailyBetLimit: z.nullable(Amount),
  /**
   * A higher limit that takes effect at `pendingAt`; null together with a `pendingAt` means that the limit will be
   * removed.
   */
  pendingLimit: z.nullable(Amount),
  pendingAt: z.nullable(Time),
  pausedUntil: z.nullable(Time),
  spentToday: Amount,
});

export const limits = {
  'GET /api/user/limits': call({
    summary: "The account's own limits",
    session: 'required',
    output: Limits,
    errors: [],
  }),
  'POST /api/user/limits': call({
    summary: 'Lowers the limit at once, raises it after 24 h, or pauses both games',
    session: 'required',
    body: z.strictObject({
      dailyBetLimit: z.optional(z.nullable(Amount)),
      pauseDays: z.optional(z.literal(PAUSE_DAYS)),
    }),
    output: Limits,
    whileFrozen: 'works',
    changes: ['GET /api/user/limits'],
    errors: ['invalid_amount'],
  }),
};
