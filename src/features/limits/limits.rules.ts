// What a new limit or a pause would do, by the server's rules, from the current state and a time.
import { type Allowance, type Limits, pausedAt } from '#api/limits.rules.ts';
import { readUnits } from '#rules/amounts.ts';
import { PAUSE_DAYS } from '#rules/figures.ts';
import * as limits from '#rules/limits.ts';

/** Whether a typed text is a valid limit; 0 is valid, and allows nothing. */
export const isLimit = (text: string): boolean => readUnits(text) !== null;

/**
 * When a new limit takes effect (null means none): immediately if there was none or it is not higher, otherwise some
 * time later. `drops`: it is already in effect, and a pending higher one is cancelled.
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

/** The spent share of the limit, 0..1; a limit of 0 is spent from the start. */
export const spentShare = ({ limit, spent }: Pick<Allowance, 'limit' | 'spent'>): number =>
  Number(limit) === 0 ? 1 : Math.min(1, Number(spent) / Number(limit));

/** When a pause requested at `now` would end. Milliseconds. */
export const pauseEnd = (
  { pausedUntil }: Pick<Limits, 'pausedUntil'>,
  days: limits.PauseDays,
  now: number,
): number =>
  limits.pauseEnd(pausedUntil === null ? null : new Date(pausedUntil), days, new Date(now)).getTime();

/** Pauses that would end later than the current one. */
export const longerPauses = (standing: Pick<Limits, 'pausedUntil'>, now: number): limits.PauseDays[] =>
  PAUSE_DAYS.filter((days) => {
    const until = pausedAt(standing, now);
    return until === null || pauseEnd(standing, days, now) !== Date.parse(until);
  });
