// What a new limit or a pause would do, decided from what stands and a moment.
import { type Allowance, type Limits, pausedAt } from '#api/limits.rules.ts';
import { isAmountText, toUnits } from '#contract/amounts.ts';

const DAY_MS = 86_400_000;
/** A higher limit begins so long after it was asked for. */
export const RAISE_MS = DAY_MS;

export const PAUSES = [1, 7, 30] as const;
export type PauseDays = (typeof PAUSES)[number];

/** Whether a typed text is a limit: 0 is one, it lets nothing through. */
export const isLimit = (text: string): boolean => /^\d{1,20}(\.\d{1,18})?$/.test(text) && isAmountText(text);

/**
 * When a new limit holds, null being none: at once when there was none or it is not higher, else 24 h later. `drops`: it holds
 * already, and a higher one that waited no longer comes.
 */
export type Effect = 'now' | 'later' | 'same' | 'drops';

export function effectOf(
  { dailyBetLimit, pendingAt }: Pick<Limits, 'dailyBetLimit' | 'pendingAt'>,
  next: string | null,
): Effect {
  if (dailyBetLimit === null) return next === null ? 'same' : 'now';
  if (next === null) return 'later';
  const [old, asked] = [toUnits(dailyBetLimit), toUnits(next)];
  if (asked === old) return pendingAt === null ? 'same' : 'drops';
  return asked < old ? 'now' : 'later';
}

/** The share of the limit that is spent, 0..1; a limit of 0 is spent from the start. */
export const spentShare = ({ limit, spent }: Pick<Allowance, 'limit' | 'spent'>): number =>
  Number(limit) === 0 ? 1 : Math.min(1, Number(spent) / Number(limit));

/** When a pause asked for at `now` would end: one that stands longer is never shortened. Milliseconds. */
export const pauseEnd = (
  { pausedUntil }: Pick<Limits, 'pausedUntil'>,
  days: PauseDays,
  now: number,
): number => Math.max(now + days * DAY_MS, pausedUntil === null ? 0 : Date.parse(pausedUntil));

/** Pauses that would end later than what stands. */
export const longerPauses = (limits: Pick<Limits, 'pausedUntil'>, now: number): PauseDays[] =>
  PAUSES.filter(
    (days) => pausedAt(limits, now) === null || pauseEnd(limits, days, now) === now + days * DAY_MS,
  );
