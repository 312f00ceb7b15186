// The worker that takes the worker away (setting SERVICE_WORKER=off serves it as /sw.js): it empties every cache, gives itself up
// and has the pages that the worker before it served load again, from the server. Queued actions and everything else in
// IndexedDB stay. It imports nothing: it must run whatever has become of the rest.
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

/** How often it says so again, a second apart: longer than a slow page takes from its first byte to its registration. */
const TIMES = 10;

const empty = async () => Promise.all((await caches.keys()).map((name) => caches.delete(name)));

/**
 * A page that registers its worker while this one is on its way out keeps it in, and what the worker before it was still fetching
 * is kept by it: so it goes again.
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
  // Only pages that a worker served: one that registers this worker anew is not loaded again, so there is no end to fear.
  // Not waited for: a page's new load waits until this worker is active.
  for (const page of pages) page.navigate(page.url).catch(() => undefined);
  goAgain().catch(() => undefined);
}

self.addEventListener('activate', (event) => event.waitUntil(giveUp()));
