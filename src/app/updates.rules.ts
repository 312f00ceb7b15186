// When to check for a new version, and when a reload may help after a part of the app failed to load.

// Written out: importing the rules' hours would load the whole calendar with the first screen.
const QUARTER_HOUR_MS = 900_000;

/** How often an app that stays open all day checks for a new version. */
export const CHECK_MS = 4 * QUARTER_HOUR_MS;

/** Returning to the app triggers a check, at most every quarter of an hour. Times in milliseconds. */
export const isCheckDue = (checkedAt: number, now: number): boolean => now - checkedAt >= QUARTER_HOUR_MS;

/**
 * A version that was reloaded because of a missing part is not reloaded again for this long: the version is then not
 * the cause.
 */
const PATIENCE_MS = 600_000;

/** What is stored about a reload: its time and the version that could not continue. */
export const reloadNote = (version: string, now: number): string => `${now} ${version}`;

/** One reload per version, so that a permanently missing part does not reload the page in a loop. */
export function mayReload(note: string | null, version: string, now: number): boolean {
  const [at, reloaded] = note?.split(' ') ?? [];
  return reloaded !== version || !(now - Number(at) < PATIENCE_MS);
}
