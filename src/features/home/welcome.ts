// Which version of the welcome notice this browser has agreed to.
import { local } from '#lib/storage.ts';

const KEY = 'agreedNotice';

export const agreedVersion = (): string | null => local.getItem(KEY);
export const agreeTo = (version: string): void => local.setItem(KEY, version);
