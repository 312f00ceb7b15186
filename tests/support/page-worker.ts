// Drives the service worker behind a page as a browser does: pushes, periodic syncs and taps on notifications.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Grants notifications and background sync: granting only the first would deny the second. */
export const allow = (context: BrowserContext): Promise<void> =>
  context.grantPermissions(['notifications', 'background-sync']);

/** The part of the worker's global scope used here; tests are compiled with the page's types only. */
interface Scope {
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): boolean;
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event;
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

export interface Note {
  title: string;
  body: string;
  tag: string;
  silent: boolean;
  /** Labels of its buttons. */
  actions: string[];
}

/** Missing from the type library. */
interface WithActions extends Notification {
  readonly actions: readonly { title: string }[];
}

/**
 * In the worker: shows a notification and queries those shown one by one, since Chromium forgets a notification that
 * is queried while it is being shown, and a test queries all the time. Shown ones stay: without a notification
 * centre, Chromium removes others after 25 s.
 */
function steadyNotifications(): void {
  const { prototype } = ServiceWorkerRegistration;
  if ('isSteady' in prototype) return;
  const show = Reflect.get(prototype, 'showNotification');
  const get = Reflect.get(prototype, 'getNotifications');
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.catch(() => undefined).then(run);
    last = next;
    return next;
  };
  Object.assign(prototype, {
    isSteady: true,
    showNotification(this: ServiceWorkerRegistration, title: string, options?: NotificationOptions) {
      return inTurn(() => show.call(this, title, { ...options, requireInteraction: true }));
    },
    getNotifications(this: ServiceWorkerRegistration, filter?: GetNotificationOptions) {
      return inTurn(() => get.call(this, filter));
    },
  });
}

/** Waits until the worker controls `page`. Pass a `watcher` that stays open if the test closes `page`. */
export async function workerOf(page: Page, watcher: Page = page) {
  const context = page.context();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const origin = new URL(page.url()).origin;
  const own = () => context.serviceWorkers().find((each) => each.url().startsWith(origin));
  // Playwright reports the worker slightly after the page has it.
  await expect.poll(own).toBeTruthy();
  /** The running worker: a browser may have stopped and started it meanwhile. */
  const inWorker = async <T, A>(run: (argument: A) => T, argument?: A): Promise<Awaited<T>> => {
    const found = own();
    if (!found) throw new Error('no worker');
    await found.evaluate(steadyNotifications);
    return found.evaluate(run as never, argument) as Promise<Awaited<T>>;
  };
  await inWorker(() => undefined);
  const session = await context.newCDPSession(watcher);
  const id = await registrationId(session);
  return {
    push: (payload: object) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: id,
        data: JSON.stringify(payload),
      }),
    periodicSync: () =>
      session.send('ServiceWorker.dispatchPeriodicSyncEvent', {
        origin,
        registrationId: id,
        tag: 'reminder',
      }),
    notes: (): Promise<Note[]> =>
      inWorker(async () => {
        const { registration } = globalThis as unknown as Scope;
        const shown = await registration.getNotifications();
        return (shown as WithActions[]).map(({ title, body, tag, silent, actions }) => ({
          ...{ title, body, tag, silent: silent === true },
          actions: actions.map((each) => each.title),
        }));
      }),
    /** Taps the notification shown, or its button. The browser lets only a real tap focus a window. */
    tap: (action = '') =>
      inWorker(async (name) => {
        const scope = globalThis as unknown as Scope;
        const [notification] = await scope.registration.getNotifications();
        if (!notification) throw new Error('no notification');
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: name }));
      }, action),
    /** Shows a notification that stays because nobody taps it. */
    leave: (tag: string) =>
      inWorker(async (value) => {
        const { registration } = globalThis as unknown as Scope;
        await registration.showNotification('left', { tag: value });
      }, tag),
    /** Reports that the browser has replaced its push subscription. */
    subscriptionChanged: () =>
      inWorker(() => {
        (globalThis as unknown as Scope).dispatchEvent(new Event('pushsubscriptionchange'));
      }),
    /** Sets the visibility of all windows as the worker sees it; a headless browser never hides one. */
    windowsAre: (state: DocumentVisibilityState) =>
      inWorker((value) => {
        const { prototype } = (globalThis as unknown as Scope).WindowClient;
        Object.defineProperty(prototype, 'visibilityState', { configurable: true, get: () => value });
      }, state),
  };
}

/** Runs in the page. */
function look(value: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => value === 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Makes the page believe that it is hidden or visible. */
export const pageIs = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate(look, state);

/** Makes the page's next documents believe so from their first moment. */
export const pageStarts = (page: Page, state: DocumentVisibilityState): Promise<unknown> =>
  page.addInitScript(look, state);

/** A value from the app's store; undefined until the app has created its database. */
export const stored = <T>(page: Page, key: string): Promise<T | undefined> =>
  page.evaluate(
    (name) =>
      new Promise<T | undefined>((resolve) => {
        const opening = indexedDB.open('adit');
        // Created here, the database would lack the app's own stores.
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

/** Writes a value to the app's store. The app must have created its database. */
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
 * Fakes the browser's push manager, because this Chromium's never answers. It hands out the given subscription and remembers it across
 * reloads, as a browser does. Setting `played-endpoint` in localStorage moves it to another endpoint.
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
