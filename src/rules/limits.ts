/**
 * Responsible use: a daily limit of bets that is lowered at once and raised after a time, and a pause that is never shortened. Amounts
 * in smallest units.
 */
import { DAY_MS, HOUR_MS } from './days.ts';
import { LIMIT_RAISE_HOURS, type PAUSE_DAYS } from './figures.ts';

export type PauseDays = (typeof PAUSE_DAYS)[number];

export interface Limits {
  /** Null: none. */
  readonly daily: bigint | null;
  /** What the limit becomes at `pendingAt`; null with a time: none. */
  readonly pending: bigint | null;
  readonly pendingAt: Date | null;
  readonly pausedUntil: Date | null;
}

export const NO_LIMITS: Limits = { daily: null, pending: null, pendingAt: null, pausedUntil: null };

/** Whether another limit gives more room than the one that stands; null is none. */
export const isRaise = (daily: bigint | null, wanted: bigint | null): boolean =>
  daily !== null && (wanted === null || wanted > daily);

/** When a raise that is asked for now begins. */
export const raisedAt = (now: Date): Date => new Date(now.getTime() + LIMIT_RAISE_HOURS * HOUR_MS);

/** What holds now: a raise whose time has come is the limit. */
export function limitsAt(limits: Limits, now: Date): Limits {
  const { pending, pendingAt } = limits;
  if (pendingAt === null || pendingAt > now) return limits;
  return { ...limits, daily: pending, pending: null, pendingAt: null };
}

/** The limits after somebody asked for another daily one; null asks for none. A first one, and a lower one, hold at once. */
export function askLimit(limits: Limits, wanted: bigint | null, now: Date): Limits {
  const standing = limitsAt(limits, now);
  return isRaise(standing.daily, wanted)
    ? { ...standing, pending: wanted, pendingAt: raisedAt(now) }
    : { ...standing, daily: wanted, pending: null, pendingAt: null };
}

/** When a pause of some days of 24 hours that is asked for now ends; one that lasts longer already stays. */
export function pauseEnd(standing: Date | null, days: number, now: Date): Date {
  const until = new Date(now.getTime() + days * DAY_MS);
  return standing !== null && standing > until ? standing : until;
}

/** The limits after somebody asked for a pause. */
export const askPause = (limits: Limits, days: number, now: Date): Limits => ({
  ...limits,
  pausedUntil: pauseEnd(limits.pausedUntil, days, now),
});
