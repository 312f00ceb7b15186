// The worker that removes the worker (served as /sw.js with SERVICE_WORKER=off). It empties every cache, unregisters
// itself and reloads the pages that the previous worker served, now from the server. Queued actions and everything else
// in IndexedDB stay. It imports nothing, because it must run even if the rest is broken.
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

/**
 * How often it unregisters again, a second apart: longer than a slow page takes from its first byte to its
 * registration.
 */
const TIMES = 10;

const empty = async () => Promise.all((await caches.keys()).map((name) => caches.delete(name)));

/**
 * A page that registers its worker while this one is leaving keeps this one alive, and whatever the previous worker
 * was still fetching gets cached. So it empties and unregisters again.
 */
async function goAgain(): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await empty();
    await self.registration.unregister();
  }
}

async function giveUp(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  await empty();
  await self.registration.unregister();
  // Reloads only pages that a worker served. A page that registers this worker again is not reloaded again, so this
  // cannot loop. Not awaited: a page's reload waits until this worker is active.
  for (const page of pages) page.navigate(page.url).catch(() => undefined);
  goAgain().catch(() => undefined);
}

self.addEventListener('activate', (event) => event.waitUntil(giveUp()));
