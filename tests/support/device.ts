/** What a page has stored on the device, as its own code sees it: caches, workers, the one IndexedDB store. */
import type { Page } from 'playwright-core';

/** Of one language: the texts of home, and all others. */
export const TEXT_FILES = 2;

/** The paths in every cache of the page's origin, by the cache's name. */
export const cachedPaths = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {};
    for (const name of await caches.keys())
      all[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return all;
  });

export const registrations = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Resolves once a worker controls the page. */
export const controlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** One access to the store, over a separate connection, as from another tab. */
const inStore = (page: Page, entries: Record<string, unknown>, key: string): Promise<unknown> =>
  page.evaluate(
    ([values, name]) =>
      new Promise<unknown>((resolve, reject) => {
        const open = indexedDB.open('adit');
        open.addEventListener('error', () => reject(new Error(String(open.error))));
        open.addEventListener('upgradeneeded', () => void open.result.createObjectStore('kv'));
        open.addEventListener('success', () => {
          const change = open.result.transaction('kv', 'readwrite');
          const store = change.objectStore('kv');
          for (const [each, value] of Object.entries(values)) store.put(value, each);
          const read = store.get(name);
          change.addEventListener('complete', () => {
            open.result.close();
            resolve(read.result);
          });
        });
      }),
    [entries, key] as const,
  );

/** Writes into the store. */
export const keep = async (page: Page, entries: Record<string, unknown>): Promise<void> =>
  void (await inStore(page, entries, ''));

/** The store's value for a key. */
export const storedAt = (page: Page, key: string): Promise<unknown> => inStore(page, {}, key);
