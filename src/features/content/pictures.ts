// Lets the worker cache pictures for offline use. What was loaded before the worker controlled this page has not passed
// through it, so it is requested once more, from the browser's own cache.
import { isOnline } from '#lib/online.ts';
import { isOwnPicture } from '#ui/own-picture.ts';

/** Resolves once a worker controls this page; never if there is none. */
async function workerAnswers(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return new Promise(() => undefined);
  if (workers.controller) return;
  await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
}

const passed = new Set<string>();

export async function keepPictures(paths: readonly (string | null)[]): Promise<void> {
  await workerAnswers();
  const worker = navigator.serviceWorker.controller;
  for (const path of paths) {
    if (path === null || !isOwnPicture(path) || passed.has(path)) continue;
    // A worker that is being removed no longer responds, or would cache what nobody deletes again.
    if (!isOnline() || navigator.serviceWorker.controller !== worker) return;
    passed.add(path);
    const cached = await caches.match(path).catch(() => undefined);
    if (cached) continue;
    const lost = await fetch(path).then(
      () => false,
      () => passed.delete(path),
    );
    if (lost) return;
  }
}
