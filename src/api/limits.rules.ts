// What an account's own limits allow in the games: what may be bet today, and a pause. Computed from the server's last
// answer and a time on its clock, in milliseconds.
import type { Output } from '#contract';
import { fromUnits, leftOf, toUnits } from '#rules/amounts.ts';
import { dayOf } from '#rules/days.ts';
import { NO_LIMITS, limitsAt } from '#rules/limits.ts';

/** With the time at which it was true. */
export type Limits = Output<'GET /api/user/limits'> & { asOf: string };

export interface Allowance {
  limit: string;
  spent: string;
  /** Never negative. */
  left: string;
}

/** Null without a limit. A pending limit applies from its start time; spending counts only on the day of the answer. */
export function allowanceAt(limits: Omit<Limits, 'pausedUntil'>, now: number): Allowance | null {
  const { dailyBetLimit, pendingLimit, pendingAt, spentToday, asOf } = limits;
  const standing = {
    ...NO_LIMITS,
    daily: dailyBetLimit === null ? null : toUnits(dailyBetLimit),
    pending: pendingLimit === null ? null : toUnits(pendingLimit),
    pendingAt: pendingAt === null ? null : new Date(pendingAt),
  };
  const { daily } = limitsAt(standing, new Date(now));
  if (daily === null) return null;
  const spent = dayOf(Date.parse(asOf)) === dayOf(now) ? spentToday : '0';
  return { limit: fromUnits(daily), spent, left: fromUnits(leftOf(daily, toUnits(spent))) };
}

/** The end of the current pause, as ISO text; null if there is none. */
export const pausedAt = ({ pausedUntil }: Pick<Limits, 'pausedUntil'>, now: number): string | null =>
  pausedUntil !== null && Date.parse(pausedUntil) > now ? pausedUntil : null;
