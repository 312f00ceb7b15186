// Which kept pictures have to go, and which are old enough to be asked for again. Not workbox-expiration, which counts pictures, not
// their bytes, and opens a database of its own.
import { DAY_MS } from '#rules/days.ts';

/** A picture as the cache holds it, without its bytes. */
export interface CachedPicture {
  readonly url: string;
  readonly bytes: number;
}

const MOST_PICTURES = 200;
export const MOST_BYTES = 20 * 1024 * 1024;
/** One that is larger would push out too many others. */
export const LARGEST = 4 * 1024 * 1024;

/** A picture keeps its name when it is drawn anew; the one that is shown then is at most a day behind. */
export const REFRESH_AFTER_MS = DAY_MS;

/** The oldest ones beyond either bound. `kept` is in the order in which they were put in. */
export function superfluous(
  cached: readonly CachedPicture[],
  most: { pictures: number; bytes: number } = { pictures: MOST_PICTURES, bytes: MOST_BYTES },
): string[] {
  let bytes = 0;
  const fits = cached.toReversed().findIndex((picture, at) => {
    bytes += picture.bytes;
    return at >= most.pictures || bytes > most.bytes;
  });
  return fits < 0 ? [] : cached.slice(0, cached.length - fits).map(({ url }) => url);
}

/** Pictures of announcements; everything else is no business of this cache. */
export const isPicturePath = (path: string): boolean => /^\/(covers|pictures)\/[^?]+\.\w+$/.test(path);
