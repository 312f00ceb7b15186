// Precaches the whole shell: every navigation is answered with the cached index.html, with or without a network. When a
// new version takes over, it deletes what it no longer needs. The page's headers are kept as fresh as the network
// allows.
import { PrecacheController, PrecacheRoute, cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHELL } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

/** API calls, and files that are opened directly. verify.html is cached too, but is answered before this is checked. */
const NOT_THE_SHELL = [/^\/api\//, /^[^?]*\.\w+(\?|$)/];

const INDEX = 'index.html';

/** As many requests as browsers send to an HTTP/1.1 server in parallel. */
const PARALLEL = 6;

/**
 * Fetches missing files in parallel. The controller would fetch them one by one, which takes a minute for 120 files at
 * half a second per round trip. Files that fail here are left to the controller, which decides.
 */
async function fetchAhead(cacheName: string): Promise<void> {
  const cache = await caches.open(cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => url));
  const missing = SHELL.filter(({ revision }) => !revision)
    .map(({ url }) => new URL(url, self.location.href).href)
    .filter((url) => !cached.has(url));
  const fetchNext = async () => {
    for (let url = missing.shift(); url; url = missing.shift()) await cache.add(url);
  };
  await Promise.allSettled(Array.from({ length: PARALLEL }, fetchNext));
}

/** All of a page's headers except the date. */
const headersOf = ({ headers }: Response): string =>
  JSON.stringify([...headers].filter(([name]) => name !== 'date'));

/**
 * A page follows the policy its document was sent with, and the operator may change that (the chain's node) without a
 * new version. If the same page arrives with other headers, it replaces the cached one for the next load. A different
 * page belongs to another version and is left alone.
 */
async function refreshHeaders(controller: PrecacheController): Promise<void> {
  const { cacheName } = controller.strategy;
  const key = controller.getCacheKeyForURL(INDEX);
  const cached = key && (await caches.match(key, { cacheName }));
  if (!cached || !navigator.onLine) return;
  const fresh = await fetch(INDEX, { cache: 'no-cache', priority: 'low' });
  if (!fresh.ok || headersOf(fresh) === headersOf(cached)) return;
  if ((await fresh.clone().text()) !== (await cached.text()) || !(await caches.has(cacheName))) return;
  await (await caches.open(cacheName)).put(key, fresh);
}

export function precache(): void {
  const controller = new PrecacheController();
  controller.addToCacheList(SHELL);
  self.addEventListener('install', (event) =>
    event.waitUntil(fetchAhead(controller.strategy.cacheName).then(() => controller.install(event))),
  );
  self.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)));
  // Runs after the response, so that no page waits for it. A new version does not wait either, because nothing keeps
  // this worker alive until it is done.
  self.addEventListener('fetch', ({ request, handled }) => {
    if (request.mode === 'navigate')
      void handled.then(() => refreshHeaders(controller)).catch(() => undefined);
  });
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(controller));
  registerRoute(new NavigationRoute(controller.createHandlerBoundToURL(INDEX), { denylist: NOT_THE_SHELL }));
}
