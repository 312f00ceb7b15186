// Calendar days as YYYY-MM-DD: this device's day, and how a Singapore day is shown.
import { dateText, twoDigits } from './time.ts';

/** The day of a time on this device. */
export function localDay(at: string | number | Date): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Formats a Singapore day, YYYY-MM-DD, as a date. */
export const dayText = (day: string, language: string): string =>
  dateText(`${day}T00:00:00Z`, language, { dateStyle: 'medium', timeZone: 'UTC' });
