/** Reads everything a page has stored on the device, from every kind of browser storage, as text. */
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** Entries of the app's key-value store; empty if there is none. */
const kvEntries = (page: Page): Promise<[key: string, value: string][]> =>
  page.evaluate(
    () =>
      new Promise<[string, string][]>((resolve, reject) => {
        const opening = indexedDB.open('adit');
        opening.addEventListener('error', () => reject(new Error('the database does not open')));
        opening.addEventListener('success', () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains('kv')) return resolve([]);
          const store = db.transaction('kv').objectStore('kv');
          const keys = store.getAllKeys();
          const values = store.getAll();
          values.addEventListener('success', () => {
            db.close();
            resolve(keys.result.map((key, at) => [String(key), JSON.stringify(values.result[at])]));
          });
        });
      }),
  );

export const kvKeys = async (page: Page): Promise<string[]> => (await kvEntries(page)).map(([key]) => key);

/**
 * Keys of what is kept for use without a network: on the device, and for as long as the window lives
 * (src/lib/own-store.ts).
 */
export const keptKeys = async (page: Page): Promise<string[]> => [
  ...(await kvKeys(page)),
  ...(await page.evaluate(() =>
    Object.keys(sessionStorage).flatMap((key) => (key.startsWith('own.') ? [key.slice(4)] : [])),
  )),
];

/** Waits until the answers to these calls are kept; names of calls, or longer parts of their keys. */
export const untilKept = (page: Page, calls: readonly string[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const keys = (await keptKeys(page)).join();
      expect(calls.filter((call) => !keys.includes(call))).toEqual([]);
    },
    { timeout: 20_000 },
  );

/** Places on the device that name the account, apart from the demo wallet itself. */
export const leftOf = async (page: Page, address: string): Promise<string[]> =>
  (await everything(page))
    .filter(([place]) => place !== 'localStorage demoWallet')
    .filter(([, text]) => text.toLowerCase().includes(address.toLowerCase()))
    .map(([place]) => place);

/** Contents of all storages of the page's origin, and the page itself. */
export async function everything(page: Page): Promise<[place: string, text: string][]> {
  const areas = await page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const [name, area] of Object.entries({ localStorage, sessionStorage }))
      for (const key of Object.keys(area)) found.push([`${name} ${key}`, `${key} ${area.getItem(key)}`]);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const text = /json|text/.test(answer?.headers.get('content-type') ?? '') ? await answer?.text() : '';
        found.push([`cache ${name}`, `${request.url} ${JSON.stringify([...request.headers])} ${text}`]);
      }
    }
    for (const { name = '' } of (await indexedDB.databases?.()) ?? []) found.push(['databases', name]);
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? [])
      found.push(['notification', JSON.stringify([shown.title, shown.body, shown.data as unknown])]);
    return found;
  });
  return [
    ...areas,
    ...(await kvEntries(page)).map(([key, value]): [string, string] => [`kv ${key}`, `${key} ${value}`]),
    ['page', await page.content()],
  ];
}
