// Whether the app is cached on this device. If it is not, the app needs a network to open, and nothing is prefetched.

const kept = Promise.withResolvers<void>();

/**
 * Resolves once a service worker is registered, even if it is still fetching the app's files; never resolves if there
 * is none.
 */
export const keepsApp = kept.promise;
export const tellKeepsApp = kept.resolve;

/**
 * Has the worker fetch and cache what this page may have loaded before there was a worker. It fetches only what it
 * lacks. The message format is workbox-routing's. Does nothing if there is no worker.
 */
export function cacheInWorker(urlsToCache: readonly (string | null)[]): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  void workers?.ready.then(({ active }) =>
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } }),
  );
}
