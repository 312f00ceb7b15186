// When it is looked for a new version, and when a reload may mend a part of the app that could not be had.
import { HOUR_MS } from '#rules/days.ts';

const QUARTER_HOUR_MS = HOUR_MS / 4;

/** How often it is looked for a new version while the app is used all day. */
export const CHECK_MS = HOUR_MS;

/** Coming back to the app is an occasion to look, at most every quarter of an hour. Times in milliseconds. */
export const isCheckDue = (checkedAt: number, now: number): boolean => now - checkedAt >= QUARTER_HOUR_MS;

/** A version that was reloaded for a missing part is not reloaded again for so long: then it is not the version that is at fault. */
const PATIENCE_MS = 600_000;

/** What a reload is remembered by: its time and the version that could not go on. */
export const reloadNote = (version: string, now: number): string => `${now} ${version}`;

/** One reload a version, so that a part that is missing for good ends in an error and not in a loop. */
export function mayReload(note: string | null, version: string, now: number): boolean {
  const [at, reloaded] = note?.split(' ') ?? [];
  return reloaded !== version || !(now - Number(at) < PATIENCE_MS);
}
