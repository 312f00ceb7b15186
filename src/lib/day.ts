// Formats calendar days.
import { dateText } from './time.ts';

/** Formats a Singapore day, YYYY-MM-DD, as a date. */
export const dayText = (day: string, language: string): string =>
  dateText(`${day}T00:00:00Z`, language, { dateStyle: 'medium', timeZone: 'UTC' });
