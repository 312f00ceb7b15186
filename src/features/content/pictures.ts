// Caches pictures for offline use.
import { cacheInWorker } from '#lib/keeps-app.ts';
import { isOwnPicture } from '#ui/own-picture.ts';

export const keepPictures = (paths: readonly (string | null)[]): void =>
  cacheInWorker(paths.filter((path) => path !== null && isOwnPicture(path)));
