// Times of the fund history in words. A formatter costs more than a hundred uses of it, so each is made once a language.
import { t } from '@lingui/core/macro';
import { dateText } from '#lib/time.ts';
import { dayOf } from './history.rules.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "14:05": the day stands above. */
export function clockOf(iso: string, language: string): string {
  let clock = clocks.get(language);
  if (!clock) {
    clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', calendar: 'gregory' });
    clocks.set(language, clock);
  }
  return clock.format(new Date(iso));
}

const DAY_MS = 86_400_000;

/** "Today", "Yesterday", else the weekday and date; the year only when it is another one. */
export function dayText(iso: string, language: string, nowMs: number): string {
  const day = dayOf(iso);
  const today = dayOf(new Date(nowMs).toISOString());
  if (day === today) return t`Today`;
  if (day === dayOf(new Date(nowMs - DAY_MS).toISOString())) return t`Yesterday`;
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : ('numeric' as const);
  return dateText(iso, language, { weekday: 'long', day: 'numeric', month: 'long', ...(year && { year }) });
}

/** Date and time to the second with the zone, for what has to be exact. */
export const exactText = (iso: string, language: string): string =>
  dateText(iso, language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
