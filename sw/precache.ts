// The shell is kept whole: every navigation is answered with the kept index.html, with or without a network. What the version
// before kept and this one does not is deleted when this one takes over.
import { PrecacheController, PrecacheRoute, cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHELL } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

/** Calls, and files that are opened by themselves: verify.html, which is kept too, is answered before this is asked. */
const NOT_THE_SHELL = [/^\/api\//, /^[^?]*\.\w+(\?|$)/];

/** As many as a server of HTTP/1.1 is asked at once by a browser. */
const LANES = 6;

/**
 * Fetches what is missing side by side; the controller would do it one by one, which takes a minute for 120 files where a round
 * trip takes half a second. What fails here is left to the controller, whose word counts.
 */
async function fetchAhead(cacheName: string): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = SHELL.filter(({ revision }) => !revision)
    .map(({ url }) => new URL(url, self.location.href).href)
    .filter((url) => !kept.has(url));
  const lane = async () => {
    for (let url = missing.shift(); url; url = missing.shift()) await cache.add(url);
  };
  await Promise.allSettled(Array.from({ length: LANES }, lane));
}

export function precache(): void {
  const controller = new PrecacheController();
  controller.addToCacheList(SHELL);
  self.addEventListener('install', (event) =>
    event.waitUntil(fetchAhead(controller.strategy.cacheName).then(() => controller.install(event))),
  );
  self.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)));
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(controller));
  registerRoute(
    new NavigationRoute(controller.createHandlerBoundToURL('index.html'), { denylist: NOT_THE_SHELL }),
  );
}
