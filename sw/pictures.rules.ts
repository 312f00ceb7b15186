// Which cached pictures to delete, and which are old enough to revalidate. workbox-expiration is not used: it counts
// pictures rather than bytes and opens its own database.
import { DAY_MS } from '#rules/days.ts';

/** A picture in the cache, without its bytes. */
export interface CachedPicture {
  readonly url: string;
  readonly bytes: number;
}

const MOST_PICTURES = 200;
const MOST_BYTES = 20 * 1024 * 1024;
/** A larger picture would push out too many others. */
export const LARGEST = 4 * 1024 * 1024;

/** A redrawn picture keeps its name; the one shown is at most a day out of date. */
export const REFRESH_AFTER_MS = DAY_MS;

/** The oldest pictures beyond either limit. `cached` is in insertion order. */
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

/** Pictures of announcements; this cache handles nothing else. */
export const isPicturePath = (path: string): boolean => /^\/(covers|pictures)\/[^?]+\.\w+$/.test(path);
