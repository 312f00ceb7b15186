// Which version of the welcome notice this browser has agreed to, and which it has shown since the app was opened: a
// user who closes it without agreeing sees it again next time, not on every return to home.
import { local } from '#lib/storage.ts';

const KEY = 'agreedNotice';

export const agreedVersion = (): string | null => local.getItem(KEY);
export const agreeTo = (version: string): void => local.setItem(KEY, version);

let shown: string | null = null;

export const shownVersion = (): string | null => shown;
export function noteShown(version: string): void {
  shown = version;
}
