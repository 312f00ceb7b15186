// What a new limit or a pause would do, decided by the server's rules from what stands and a moment.
import { type Allowance, type Limits, pausedAt } from '#api/limits.rules.ts';
import { readUnits } from '#rules/amounts.ts';
import { PAUSE_DAYS } from '#rules/figures.ts';
import * as limits from '#rules/limits.ts';

/** Whether a typed text is a limit: 0 is one, it lets nothing through. */
export const isLimit = (text: string): boolean => readUnits(text) !== null;

/**
 * When a new limit holds, null being none: at once when there was none or it is not higher, else some time later. `drops`: it holds
 * already, and a higher one that waited no longer comes.
 */
export type Effect = 'now' | 'later' | 'same' | 'drops';

export function effectOf(
  { dailyBetLimit, pendingAt }: Pick<Limits, 'dailyBetLimit' | 'pendingAt'>,
  next: string | null,
): Effect {
  const [old, asked] = [dailyBetLimit, next].map((text) => (text === null ? null : readUnits(text)));
  if (limits.isRaise(old ?? null, asked ?? null)) return 'later';
  if (asked !== old) return 'now';
  return pendingAt === null ? 'same' : 'drops';
}

/** The share of the limit that is spent, 0..1; a limit of 0 is spent from the start. */
export const spentShare = ({ limit, spent }: Pick<Allowance, 'limit' | 'spent'>): number =>
  Number(limit) === 0 ? 1 : Math.min(1, Number(spent) / Number(limit));

/** When a pause asked for at `now` would end. Milliseconds. */
export const pauseEnd = (
  { pausedUntil }: Pick<Limits, 'pausedUntil'>,
  days: limits.PauseDays,
  now: number,
): number =>
  limits.pauseEnd(pausedUntil === null ? null : new Date(pausedUntil), days, new Date(now)).getTime();

/** Pauses that would end later than what stands. */
export const longerPauses = (standing: Pick<Limits, 'pausedUntil'>, now: number): limits.PauseDays[] =>
  PAUSE_DAYS.filter((days) => {
    const until = pausedAt(standing, now);
    return until === null || pauseEnd(standing, days, now) !== Date.parse(until);
  });
