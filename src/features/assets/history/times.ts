// Time formats of the fund history.
import { plural, t } from '@lingui/core/macro';
import { dayText as calendarText, localDay } from '#lib/day.ts';
import { dateFormat, dateText, EXACT } from '#lib/time.ts';
import { type Choice, midnight, PERIODS } from './history.rules.ts';

/** "Today", "Yesterday", otherwise the weekday and date; the year only if it is not the current one. */
export function dayText(iso: string, language: string, nowMs: number): string {
  const day = localDay(iso);
  const today = localDay(nowMs);
  if (day === today) return t`Today`;
  if (day === localDay(midnight(today, -1))) return t`Yesterday`;
  const far = day.slice(0, 4) !== today.slice(0, 4);
  const date = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(far && { year: 'numeric' as const }),
  } as const;
  return dateText(iso, language, date);
}

/** Which days a choice leaves: "Today", "7 days", "1 Nov 2026 – 24 Nov 2026". Empty for any time. */
export function periodText(
  { period, from, to }: Pick<Choice, 'period' | 'from' | 'to'>,
  language: string,
): string {
  if (period === 'today') return t`Today`;
  const days = period && PERIODS[period];
  if (days) return plural(days, { one: '# day', other: '# days' });
  const first = from !== undefined && calendarText(from, language);
  const last = to !== undefined && calendarText(to, language);
  if (first && last) return first === last ? first : `${first} – ${last}`;
  if (first) return t`Since ${first}`;
  return last ? t`Until ${last}` : '';
}

/** The name of the device's time zone at that time: "GMT+7". */
const zoneOf = (iso: string, language: string): string =>
  dateFormat(language, { timeZoneName: 'short' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Date and time to the second with the zone, where precision matters. */
export const exactText = (iso: string, language: string): string =>
  `${dateText(iso, language, EXACT)} ${zoneOf(iso, language)}`;
