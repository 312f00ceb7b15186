// Days as the server names them: whole days of Singapore, the same for every reader.
import { dateText } from './time.ts';

const DAY_MS = 86_400_000;
/** Singapore has had this offset, and no summer time, since 1982. */
const SINGAPORE_MS = 8 * 3_600_000;

/** The day of a moment in milliseconds since the epoch, YYYY-MM-DD. */
export const dayOf = (at: number): string => new Date(at + SINGAPORE_MS).toISOString().slice(0, 10);

/** The next midnight in Singapore after `now`, both in milliseconds since the epoch. */
export const nextDay = (now: number): number =>
  (Math.floor((now + SINGAPORE_MS) / DAY_MS) + 1) * DAY_MS - SINGAPORE_MS;

/** A day of Singapore, YYYY-MM-DD, as a date. */
export const dayText = (day: string, language: string): string =>
  dateText(`${day}T00:00:00Z`, language, { dateStyle: 'medium', timeZone: 'UTC' });
