// Times and figures of the lottery as text.
import { t } from '@lingui/core/macro';
import { DAY_MS } from '#rules/days.ts';
import { clockOf, dateFormat } from '#lib/time.ts';

const SINGAPORE = 'Asia/Singapore';

/**
 * Days since the epoch by the calendar of the reader's time zone, or of another zone. The order in which a language
 * writes a date differs between browsers, so its parts are read.
 */
function calendarDay(at: number, timeZone?: string): number {
  const parts = dateFormat('en', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone,
  }).formatToParts(at);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day')) / DAY_MS;
}

/** "today" or "tomorrow" for a time in the reader's own zone. */
function dayWord(at: number, now: number, language: string, timeZone?: string): string {
  const days = calendarDay(at, timeZone) - calendarDay(now, timeZone);
  // It appears within a sentence; Vietnamese starts it with a capital.
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    .format(days, 'day')
    .toLocaleLowerCase(language);
}

/**
 * "Draw today, 2:00 PM your time (8:00 PM in Singapore)"; without the reader's clock if it shows the same. `zone`
 * defaults to the reader's.
 */
export function closingText(closesAt: string, language: string, now: number, zone?: string): string {
  const at = Date.parse(closesAt);
  const there = clockOf(at, language, SINGAPORE);
  const here = clockOf(at, language, zone);
  const day = dayWord(at, now, language, zone);
  return there === here && calendarDay(at, zone) === calendarDay(at, SINGAPORE)
    ? t`Draw ${day}, ${there} in Singapore`
    : t`Draw ${day}, ${here} your time (${there} in Singapore)`;
}

/** "4 7 1": read digit by digit. */
export const digitsText = (digits: readonly number[]): string => digits.join(' ');
