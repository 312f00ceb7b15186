// The worker that takes the worker away (setting SERVICE_WORKER=off serves it as /sw.js): it empties every cache, gives itself up
// and has the pages that the worker before it served load again, from the server. Queued actions and everything else in
// IndexedDB stay. It imports nothing: it must run whatever has become of the rest.
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

async function giveUp(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
  // Only pages that a worker served: one that registers this worker anew is not loaded again, so there is no end to fear.
  // Not waited for: a page's new load waits until this worker is active.
  for (const page of pages) page.navigate(page.url).catch(() => undefined);
}

self.addEventListener('activate', (event) => event.waitUntil(giveUp()));
