// A phone with the app: Chromium on a profile that survives kills, the account signed in there, and the contents of its
// outbox, read from the browser's own database.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import type { OutboxItem } from '#api/outbox.rules.ts';
import { CHROMIUM_FLAGS, MOBILE } from '#tests/support/browser.ts';
import { findChromium } from '#tests/support/tools.ts';

export interface Session {
  readonly token: string;
  readonly outboxToken: string;
  readonly address: string;
}

/**
 * A page of the same origin that runs none of the app's code: whatever happens while only it is open was done by the
 * worker.
 */
const ASIDE = '/verify.html';

/** The processes of a profile; without `all` only the browser's main process, which ends the others with it. */
function processesOf(profile: string, all: boolean): number[] {
  const flag = `--user-data-dir=${profile}`;
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      const own = args.includes(flag) && (all || !args.some((arg) => arg.startsWith('--type=')));
      return own ? [Number(name)] : [];
    } catch {
      // Ended while the list was read.
      return [];
    }
  });
}

/** In the page: reports the outbox's contents as soon as they are stored, because a killed browser cannot be asked. */
function notifyWrites(): void {
  type Put = (this: IDBObjectStore, value: { items: unknown }, key?: IDBValidKey) => IDBRequest<IDBValidKey>;
  const page = globalThis as unknown as { notifiedOutbox: (items: unknown) => unknown };
  const { put } = IDBObjectStore.prototype as unknown as { put: Put };
  IDBObjectStore.prototype.put = function (value: { items: unknown }, key?: IDBValidKey) {
    if (key === 'outbox')
      this.transaction.addEventListener('complete', () => void page.notifiedOutbox(value.items));
    return put.call(this, value, key);
  };
}

export class Device {
  /** Every action that a page has stored so far, by its id. */
  readonly written = new Map<string, OutboxItem>();
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  readonly #profile: string;
  readonly #url: string;

  constructor(profile: string, url: string) {
    this.#profile = profile;
    this.#url = url;
  }

  get isRunning(): boolean {
    return this.#context !== undefined;
  }

  /** The app's page. @throws Error if none is open */
  get page(): Page {
    if (!this.#page) throw new Error('no page is open');
    return this.#page;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the browser does not run');
    return this.#context;
  }

  /** Starts the browser, with the worker installed or about to be. */
  async start(): Promise<void> {
    const context = await chromium.launchPersistentContext(this.#profile, {
      ...MOBILE,
      executablePath: findChromium() ?? '',
      args: CHROMIUM_FLAGS,
      baseURL: this.#url,
      locale: 'en-US',
    });
    await context.grantPermissions(['notifications', 'background-sync'], { origin: this.#url });
    await context.exposeBinding('notifiedOutbox', (_source, items: OutboxItem[]) => {
      for (const item of items) this.written.set(item.id, item);
    });
    await context.addInitScript(notifyWrites);
    this.#context = context;
    this.#page = await this.#undisturbed(context.pages()[0] ?? (await context.newPage()));
  }

  /** A page whose hint about a finished cycle is closed whenever it appears. */
  async #undisturbed(page: Page): Promise<Page> {
    const hint = page.getByRole('dialog').filter({ hasText: 'stopped after producing' });
    // The page may close in the middle of it.
    await page.addLocatorHandler(hint, () => page.keyboard.press('Escape').catch(() => undefined));
    return page;
  }

  /** Kills the browser and everything it has started, as a dead battery would. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = this.#page = undefined;
    for (const pid of processesOf(this.#profile, false)) process.kill(pid, 'SIGKILL');
    for (let i = 0; i < 250 && processesOf(this.#profile, true).length > 0; i += 1) await sleep(20);
    await context?.close().catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.#context?.close();
    this.#context = this.#page = undefined;
  }

  /** Whether the app's own page is open, signed in or not. */
  get hasApp(): boolean {
    return this.#page !== undefined && this.#page.url().includes('#');
  }

  /** A second tab of the app, also signed in. It closes with the next `enter`. */
  async twin(): Promise<void> {
    const [twin] = await Promise.all([
      this.context.waitForEvent('page'),
      this.page.evaluate(() => void window.open(location.href)),
    ]);
    await twin.waitForLoadState();
  }

  /** Closes the app's page; the browser stays. */
  async leave(): Promise<void> {
    // Closing the last page would end the browser.
    const aside = await this.#undisturbed(await this.context.newPage());
    await this.page.close();
    this.#page = aside;
  }

  /** Goes to the page outside the app, so that only the worker can do anything. */
  goAside = (): Promise<void> => this.#goto(ASIDE);

  /** Loads the app as after a start: signed in if the tab still is signed in. */
  async load(route: string): Promise<void> {
    // From another page: otherwise the browser would only change the hash.
    await this.goAside();
    await this.#goto(`/#${route}`);
  }

  /** A navigation by the app itself at the same moment replaces this one. */
  async #goto(url: string, tries = 3): Promise<void> {
    try {
      await this.page.goto(url);
    } catch (error) {
      if (tries <= 1) throw error;
      await sleep(200);
      await this.#goto(url, tries - 1);
    }
  }

  /** Waits until the worker has cached the app. */
  async installed(): Promise<void> {
    await this.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }

  /** The app in a tab that nobody has signed in to. */
  async comeAsGuest(): Promise<void> {
    await this.goAside();
    await this.page.evaluate(() => sessionStorage.clear());
    await this.load('/');
  }

  /** Puts a session into the tab and its outbox token into the store, as a sign-in does, and loads the app. */
  async enter({ token, outboxToken, address }: Session, route: string): Promise<void> {
    for (const page of this.context.pages()) if (page !== this.#page) await page.close();
    await this.goAside();
    await this.page.evaluate(
      async (given) => {
        sessionStorage.setItem('token', given.token);
        sessionStorage.setItem('wallet', JSON.stringify({ address: given.address, isConnected: true }));
        const opening = indexedDB.open('adit');
        opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore('kv'));
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(new Error('no database')));
        });
        const change = database.transaction('kv', 'readwrite');
        const stored = { token: given.outboxToken, address: given.address.toLowerCase() };
        change.objectStore('kv').put(stored, 'outboxToken');
        await new Promise((resolve) => change.addEventListener('complete', resolve));
        database.close();
      },
      { token, outboxToken, address },
    );
    await this.load(route);
  }

  /** What the device has stored, for any account. */
  async outbox(): Promise<readonly OutboxItem[]> {
    const stored = await this.page.evaluate(async () => {
      const opening = indexedDB.open('adit');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('no database')));
      });
      if (!database.objectStoreNames.contains('kv')) return undefined;
      const reading = database.transaction('kv').objectStore('kv').get('outbox');
      await new Promise((resolve) => reading.addEventListener('success', resolve));
      database.close();
      return reading.result as unknown;
    });
    return (stored as { items: OutboxItem[] } | undefined)?.items ?? [];
  }

  /** What the app shows now, for diagnosing a failure. */
  async picture(path: string): Promise<void> {
    await this.#page?.screenshot({ path }).catch(() => undefined);
  }

  /** The browser's own sync event to the worker, sent when it believes that the network is back. */
  async sync(): Promise<void> {
    const session = await this.context.newCDPSession(this.page);
    const found = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(this.#url));
        if (own) resolve(own.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await Promise.race([found, sleep(3000)]);
    if (registrationId)
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin: this.#url,
        registrationId,
        tag: 'outbox',
        lastChance: false,
      });
    await session.detach();
  }
}
