// The service worker behind a page, as browsers wake it: with a push, a periodic sync, a tap on a notification.
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { expect } from 'vitest';

/** Notifications, and the sync that a grant of them alone would deny. */
export const allow = (context: BrowserContext): Promise<void> =>
  context.grantPermissions(['notifications', 'background-sync']);

/** As much of a worker's world as is used here; tests know the page's alone. */
interface Scope {
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): boolean;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  WindowClient: { prototype: object };
}

interface Registrations {
  registrations: { registrationId: string; isDeleted: boolean }[];
}

async function registrationId(session: CDPSession): Promise<string> {
  let id: string | undefined;
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registrations) => {
    id ??= registrations.find(({ isDeleted }) => !isDeleted)?.registrationId;
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => id).toBeTruthy();
  return id ?? '';
}

/** What a notification shows. */
export interface Note {
  title: string;
  body: string;
  tag: string;
  silent: boolean;
}

/** Waits until the worker is in charge of `page`. `watcher` is a page that outlives it, for what happens while it is closed. */
export async function workerOf(page: Page, watcher: Page = page) {
  const context = page.context();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const origin = new URL(page.url()).origin;
  const own = () => context.serviceWorkers().find((each) => each.url().startsWith(origin));
  // A page has a worker a moment before the test hears of it.
  await expect.poll(own).toBeTruthy();
  const worker = (): Worker => {
    const found = own();
    if (!found) throw new Error('no worker');
    return found;
  };
  const session = await context.newCDPSession(watcher);
  const id = await registrationId(session);
  return {
    push: (payload: object) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: id,
        data: JSON.stringify(payload),
      }),
    periodicSync: (tag: string) =>
      session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId: id, tag }),
    notes: (): Promise<Note[]> =>
      worker().evaluate(async () => {
        const { registration } = globalThis as unknown as Scope;
        const shown = await registration.getNotifications();
        return shown.map(({ title, body, tag, silent }) => ({ title, body, tag, silent: silent === true }));
      }),
    /** A tap on the notification that is shown. The browser gives focus to real taps alone. */
    tap: () =>
      worker().evaluate(async () => {
        const scope = globalThis as unknown as Scope;
        const [notification] = await scope.registration.getNotifications();
        if (!notification) throw new Error('no notification');
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
      }),
    /** Leaves a notification there, as one that nobody has tapped. */
    leave: (tag: string) =>
      worker().evaluate(async (value) => {
        const { registration } = globalThis as unknown as Scope;
        await registration.showNotification('left', { tag: value });
      }, tag),
    /** The browser has replaced its push subscription. */
    subscriptionChanged: () =>
      worker().evaluate(() => {
        (globalThis as unknown as Scope).dispatchEvent(new Event('pushsubscriptionchange'));
      }),
    /** Windows look to the worker as if nobody saw them; a headless browser never hides one. */
    windowsAre: (state: DocumentVisibilityState) =>
      worker().evaluate((value) => {
        const { prototype } = (globalThis as unknown as Scope).WindowClient;
        Object.defineProperty(prototype, 'visibilityState', { configurable: true, get: () => value });
      }, state),
  };
}

/** The page takes itself for hidden, or seen. */
export const pageIs = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** A value of the app's one store; undefined as long as the app has not made it. */
export const stored = <T>(page: Page, key: string): Promise<T | undefined> =>
  page.evaluate(
    (name) =>
      new Promise<T | undefined>((resolve) => {
        const opening = indexedDB.open('adit');
        // Made here it would be one without the app's own tables.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', () => resolve(undefined));
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction('kv').objectStore('kv').get(name);
          asked.addEventListener('success', () => {
            resolve(asked.result as T | undefined);
            opening.result.close();
          });
        });
      }),
    key,
  );

/** Puts a value into the app's one store, which the app has made. */
export const put = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(
    async ([name, content]) => {
      const open = indexedDB.open('adit');
      await new Promise((resolve) => (open.onsuccess = resolve));
      const tx = open.result.transaction('kv', 'readwrite');
      tx.objectStore('kv').put(content, name);
      await new Promise((resolve) => (tx.oncomplete = resolve));
      open.result.close();
    },
    [key, value] as const,
  );

/**
 * The browser's push, played: this Chromium's never answers. Its subscription is the one that is given, and it is kept over
 * reloads as a browser keeps it; `played-endpoint` in localStorage is where it moves to.
 */
export const playPush = (
  page: Page,
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<unknown> =>
  page.addInitScript((given) => {
    const KEY = 'played-push';
    const present = () => {
      const key = localStorage.getItem(KEY);
      if (key === null) return null;
      const endpoint = localStorage.getItem('played-endpoint') ?? given.endpoint;
      return {
        endpoint,
        options: { applicationServerKey: new Uint8Array(JSON.parse(key) as number[]).buffer },
        toJSON: () => ({ ...given, endpoint }),
        unsubscribe: async () => {
          localStorage.removeItem(KEY);
          return true;
        },
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => present(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        localStorage.setItem(KEY, JSON.stringify([...applicationServerKey]));
        return present();
      },
    });
  }, subscription);
