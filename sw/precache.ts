// The shell is kept whole: every navigation is answered with the kept index.html, with or without a network. What the version
// before kept and this one does not is deleted when this one takes over. The page's headers are kept as new as the network allows.
import { PrecacheController, PrecacheRoute, cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHELL } from './files.ts';

declare const self: ServiceWorkerGlobalScope;

/** Calls, and files that are opened by themselves: verify.html, which is kept too, is answered before this is asked. */
const NOT_THE_SHELL = [/^\/api\//, /^[^?]*\.\w+(\?|$)/];

const INDEX = 'index.html';

/** As many as a server of HTTP/1.1 is asked at once by a browser. */
const PARALLEL = 6;

/**
 * Fetches what is missing side by side; the controller would do it one by one, which takes a minute for 120 files where a round
 * trip takes half a second. What fails here is left to the controller, whose word counts.
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

/** All that came with a page, but for the moment. */
const headersOf = ({ headers }: Response): string =>
  JSON.stringify([...headers].filter(([name]) => name !== 'date'));

/**
 * A page goes by the policy that its document comes with, and the operator may change that (the chain's node) without a new version:
 * the same page with other headers takes the place of the kept one, for the next load. Another page is left to its version.
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
  // After the answer, so that no page waits for it; nor does a new version, since nothing keeps this worker up until it is done.
  self.addEventListener('fetch', ({ request, handled }) => {
    if (request.mode === 'navigate')
      void handled.then(() => refreshHeaders(controller)).catch(() => undefined);
  });
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(controller));
  registerRoute(new NavigationRoute(controller.createHandlerBoundToURL(INDEX), { denylist: NOT_THE_SHELL }));
}
