/**
 * Responsible use: a daily bet limit that can be lowered immediately but raised only after a delay, and a pause that
 * can never be shortened. Amounts in smallest units.
 */
import { DAY_MS, HOUR_MS } from './days.ts';
import { LIMIT_RAISE_HOURS, type PAUSE_DAYS } from './figures.ts';

export type PauseDays = (typeof PAUSE_DAYS)[number];

export interface Limits {
  /** Null means no limit. */
  readonly daily: bigint | null;
  /** The limit from `pendingAt` on; null together with a time means no limit. */
  readonly pending: bigint | null;
  readonly pendingAt: Date | null;
  readonly pausedUntil: Date | null;
}

export const NO_LIMITS: Limits = { daily: null, pending: null, pendingAt: null, pausedUntil: null };

/** Whether a requested limit is higher than the current one; null means no limit. */
export const isRaise = (daily: bigint | null, wanted: bigint | null): boolean =>
  daily !== null && (wanted === null || wanted > daily);

/** When a raise requested now takes effect. */
export const raisedAt = (now: Date): Date => new Date(now.getTime() + LIMIT_RAISE_HOURS * HOUR_MS);

/** What applies now: a raise whose time has come becomes the limit. */
export function limitsAt(limits: Limits, now: Date): Limits {
  const { pending, pendingAt } = limits;
  if (pendingAt === null || pendingAt > now) return limits;
  return { ...limits, daily: pending, pending: null, pendingAt: null };
}

/**
 * The limits after a request for another daily limit; null requests none. A first or lower limit applies immediately.
 */
export function askLimit(limits: Limits, wanted: bigint | null, now: Date): Limits {
  const standing = limitsAt(limits, now);
  return isRaise(standing.daily, wanted)
    ? { ...standing, pending: wanted, pendingAt: raisedAt(now) }
    : { ...standing, daily: wanted, pending: null, pendingAt: null };
}

/** When a pause of the given number of 24-hour days, requested now, ends; a longer current pause is kept. */
export function pauseEnd(standing: Date | null, days: number, now: Date): Date {
  const until = new Date(now.getTime() + days * DAY_MS);
  return standing !== null && standing > until ? standing : until;
}

/** The limits after a request for a pause. */
export const askPause = (limits: Limits, days: number, now: Date): Limits => ({
  ...limits,
  pausedUntil: pauseEnd(limits.pausedUntil, days, now),
});
