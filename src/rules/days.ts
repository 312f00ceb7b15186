/**
 * Days as the product counts them: whole Singapore days, the same for everyone. Pure; numbers are epoch milliseconds.
 */
import { SINGAPORE_HOURS } from './figures.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const AHEAD_MS = SINGAPORE_HOURS * HOUR_MS;

/** The day of a point in time, YYYY-MM-DD. */
export const dayOf = (at: Date | number): string =>
  new Date(Number(at) + AHEAD_MS).toISOString().slice(0, 10);

/** When a day begins. @param day YYYY-MM-DD */
export const dayBegin = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS);

/** The latest midnight at or before a point in time. */
export const dayStart = (at: Date | number): Date => dayBegin(dayOf(at));

/** When the hour of a point in time began. Singapore is whole hours ahead of UTC, so its hours are the same. */
export const hourStart = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** The next midnight after a point in time. */
export const nextDay = (at: Date | number): Date => new Date(dayStart(at).getTime() + DAY_MS);

/** The day of a point in time and the days before it, oldest first. */
export const lastDays = (at: Date | number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(Number(at) - (count - 1 - index) * DAY_MS));
