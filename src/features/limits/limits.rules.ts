// What a new limit or a pause would do, decided from what stands and a moment.
import type { Output } from '#contract';
import { fromUnits, isAmountText, toUnits } from '#contract/amounts.ts';

export type Limits = Output<'GET /api/user/limits'>;

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

/** What of the limit is left today; null without a limit. */
export function leftOf({
  dailyBetLimit,
  spentToday,
}: Pick<Limits, 'dailyBetLimit' | 'spentToday'>): string | null {
  if (dailyBetLimit === null) return null;
  const left = toUnits(dailyBetLimit) - toUnits(spentToday);
  return fromUnits(left < 0n ? 0n : left);
}

/** The share of the limit that is spent, 0..1; a limit of 0 is spent from the start. */
export function spentShare({
  dailyBetLimit,
  spentToday,
}: Pick<Limits, 'dailyBetLimit' | 'spentToday'>): number {
  if (dailyBetLimit === null) return 0;
  const limit = Number(dailyBetLimit);
  return limit === 0 ? 1 : Math.min(1, Number(spentToday) / limit);
}

/** The end of the pause that runs at `now` (milliseconds), as ISO text; null when none does. */
export const pausedAt = ({ pausedUntil }: Pick<Limits, 'pausedUntil'>, now: number): string | null =>
  pausedUntil !== null && Date.parse(pausedUntil) > now ? pausedUntil : null;

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
