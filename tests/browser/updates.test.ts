// A new version: offered in every tab, applied by one for all, complete offline; a file that is gone after a
// deployment; a policy that changes without a new version; and the switch that removes the worker again.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { newDataDir, startApp } from '#tests/support/app.ts';
import { TEXT_FILES, cachedPaths, controlled, keep, storedAt, registrations } from '#tests/support/device.ts';
import { journeyWithWorker as journey } from '#tests/support/journey.ts';
import { deployments } from '#tests/support/versions.ts';

const isPrevious = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset['version'] === 'previous').catch(() => false);

const lookForUpdate = (page: Page): Promise<unknown> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

/** The same where the worker may be gone, or the page is just loading. */
const lookAgain = (page: Page): Promise<unknown> =>
  page
    .evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    .catch(() => undefined);

/** Counts the documents that a page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

/** Errors of a page while the server is down, and of requests in flight when it stopped. */
const AWAY =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|CONNECTION_(REFUSED|RESET|CLOSED))/;

/** For steps that need several page loads and a start of the worker. */
const PATIENCE = { timeout: 30_000 };

const queued = {
  v: 1,
  items: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      address: '0x00000000000000000000000000000000000000aa',
      call: 'POST /api/mining/claim',
      input: {},
      createdAt: Date.now(),
      lang: 'en',
      state: 'pending',
      tries: 0,
    },
  ],
};

journey(
  'a new version is offered in two tabs; one takes it, the other follows when its sheet is closed; nothing queued is lost',
  async ({ app, visit }) => {
    const front = await deployments(app.url);
    try {
      const visitor = await visit({ baseURL: front.url });
      const { context, page } = visitor;
      visitor.expectFault(AWAY);
      await page.goto('/');
      await controlled(page);
      // The language loaded before the worker did, but is cached anyway.
      await expect.poll(async () => (await cachedPaths(page))['texts']?.length, PATIENCE).toBe(TEXT_FILES);
      const other = await context.newPage();
      await other.goto('/');
      await other.getByRole('button', { name: 'Connect wallet' }).first().click();
      const sheet = other.getByRole('dialog');
      await sheet.waitFor();
      await keep(page, { outbox: queued, outboxToken: 'of an older version', schema: 0 });

      front.deploy();
      await lookForUpdate(page);
      await page.getByText('New version ready').waitFor();
      await other.getByText('New version ready').waitFor({ state: 'attached' });
      expect([await isPrevious(page), await isPrevious(other)]).toEqual([true, true]);

      await page.getByRole('button', { name: 'Update' }).click();
      await expect.poll(() => isPrevious(page), PATIENCE).toBe(false);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await sheet.isVisible()).toBe(true);
      expect(await isPrevious(other)).toBe(true);
      await other.keyboard.press('Escape');
      await expect.poll(() => isPrevious(other), PATIENCE).toBe(false);

      expect(await storedAt(page, 'outbox')).toMatchObject({ items: [{ id: queued.items[0]?.id }] });
      await expect.poll(() => storedAt(page, 'schema')).toBe(1);
      expect(await storedAt(page, 'outboxToken')).toBeUndefined();
      const paths = Object.values(await cachedPaths(page)).flat();
      expect(paths.filter((path) => path.includes('0ld_'))).toEqual([]);
      expect(paths.filter((path) => path.startsWith('/assets/texts/en-'))).toHaveLength(TEXT_FILES);
      expect(paths.some((path) => /\/assets\/(wallet\/|texts\/(?!en))/.test(path))).toBe(false);

      await context.setOffline(true);
      await page.goto('/#/pages/mining/index');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Miner Management' }).waitFor();
      await context.setOffline(false);
    } finally {
      await front.close();
    }
  },
);

journey(
  'a page whose code is gone after a deployment reloads once at the same address; one that is gone for good says so',
  async ({ app, visit }) => {
    const front = await deployments(app.url);
    try {
      const visitor = await visit({ baseURL: front.url, serviceWorkers: 'block' });
      const { page } = visitor;
      visitor.expectFault(AWAY);
      visitor.expectFault(/404 \(Not Found\)|Failed to fetch dynamically imported module|Unable to preload/);
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await isPrevious(page)).toBe(true);
      // What it loads when it is idle is there; otherwise that would be gone first.
      await page.waitForLoadState('networkidle');
      front.deploy();
      const loads = countLoads(page);
      await page.goto('/#/pages/invite/index');
      await page.getByRole('heading', { level: 1, name: 'Invite Friends' }).waitFor();
      await expect.poll(() => isPrevious(page)).toBe(false);
      await page.getByText('Connect wallet').first().waitFor();
      expect(new URL(page.url()).hash).toBe('#/pages/invite/index');
      expect(loads()).toBe(1);

      front.lose(/\/assets\/buyback\.page-/);
      await page.goto('/#/pages/buyback/index');
      await page.getByText("Couldn't open this page. Nothing changed.").waitFor();
      await expect.poll(loads).toBe(2);
      await page.getByText("Couldn't open this page. Nothing changed.").waitFor();
      await page.waitForLoadState('networkidle');
      expect(loads()).toBe(2);
    } finally {
      await front.close();
    }
  },
);

journey(
  'a part that the kept version cannot have any more brings the next version',
  async ({ app, visit }) => {
    const front = await deployments(app.url);
    try {
      const visitor = await visit({ baseURL: front.url });
      const { page } = visitor;
      visitor.expectFault(AWAY);
      await page.goto('/#/pages/asset/index');
      await controlled(page);
      front.deploy();
      await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')));
      await expect.poll(() => isPrevious(page), PATIENCE).toBe(false);
      await page.getByRole('heading', { level: 1, name: 'Asset Center' }).waitFor();
    } finally {
      await front.close();
    }
  },
);

journey(
  'another node in the settings reaches a device that returns within one more load, without a new version',
  async ({ visit }) => {
    const node = createServer((_, to) => to.setHeader('access-control-allow-origin', '*').end());
    await once(node.listen(0, '127.0.0.1'), 'listening');
    const address = node.address();
    const { port: nodePort } = typeof address === 'object' && address ? address : { port: 0 };
    const [before, after] = [`http://127.0.0.1:${nodePort}`, `http://localhost:${nodePort}`];
    const dataDir = await newDataDir();
    let app = await startApp({ dataDir, env: { CHAIN_PUBLIC_RPC_URL: before } });
    try {
      const port = Number(new URL(app.url).port);
      const visitor = await visit({ baseURL: app.url });
      const { page } = visitor;
      visitor.expectFault(AWAY);
      // Reported in several ways, each of which names the URL.
      visitor.expectFault(new RegExp(`:${nodePort}/`));
      const mayAsk = () =>
        page.evaluate(
          (urls) =>
            Promise.all(
              urls.map((url) =>
                fetch(url).then(
                  () => true,
                  () => false,
                ),
              ),
            ),
          [before, after],
        );
      await page.goto('/');
      await controlled(page);
      await page.reload();
      expect(await mayAsk()).toEqual([true, false]);

      await app.stop();
      app = await startApp({ port, dataDir, env: { CHAIN_PUBLIC_RPC_URL: after } });
      await page.reload();
      const policy = () =>
        page.evaluate(async () =>
          (await caches.match('/index.html', { ignoreSearch: true }))?.headers.get('content-security-policy'),
        );
      await expect.poll(policy).toContain(after);
      await page.reload();
      expect(await mayAsk()).toEqual([false, true]);
      await lookForUpdate(page);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
      expect(await page.getByText('New version ready').count()).toBe(0);
    } finally {
      await app.stop();
      node.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

journey(
  'switched off, the worker and its caches go, the page works on, and queued actions stay',
  async ({ visit }) => {
    const first = await startApp();
    const port = Number(new URL(first.url).port);
    const visitor = await visit({ baseURL: first.url });
    const { page } = visitor;
    // What the page itself registers its worker with; the policy takes no text (Trusted Types).
    await page.addInitScript(() => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): object };
      };
      const create = trustedTypes.createPolicy.bind(trustedTypes);
      trustedTypes.createPolicy = (name, rules) =>
        (Object.assign(globalThis, { policy: create(name, rules) }) as unknown as { policy: object }).policy;
    });
    visitor.expectFault(AWAY);
    // Of a page that is loaded again while it fetches its worker.
    visitor.expectFault(/when fetching the script/);
    await page.goto('/');
    await controlled(page);
    await keep(page, { outbox: queued });
    await first.stop();
    const second = await startApp({ port, env: { SERVICE_WORKER: 'off' } });
    try {
      const loads = countLoads(page);
      const left = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          const { installing, waiting, active } = registration ?? {};
          return {
            caches: await caches.keys(),
            workers: [installing, waiting, active].flatMap((worker) => worker?.state ?? []),
          };
        });
      // A busy worker is replaced when it is done, or when the app is opened next.
      let before = 0;
      await vi.waitFor(
        async () => {
          before = loads();
          await page.reload();
          await expect
            .poll(() => lookAgain(page).then(left), { timeout: 12_000 })
            .toEqual({ caches: [], workers: [] });
        },
        { timeout: 60_000 },
      );
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The page requests its worker again and gets the one that removes itself, without reloading.
      await page.waitForLoadState('networkidle');
      // Its own load, the worker's, and at most one that was in progress when the worker went.
      const settled = loads();
      expect(settled - before).toBeLessThanOrEqual(3);
      await page.evaluate(async () => {
        const { policy } = globalThis as unknown as { policy: { createScriptURL(url: string): string } };
        const registration = await navigator.serviceWorker.register(policy.createScriptURL('/sw.js'));
        await new Promise<void>((resolve) => {
          const worker = registration.installing ?? registration.waiting ?? registration.active;
          const look = () => (worker?.state === 'activated' || worker?.state === 'redundant') && resolve();
          worker?.addEventListener('statechange', look);
          look();
        });
      });
      await expect.poll(() => registrations(page)).toBe(0);
      expect(loads()).toBe(settled);
      // A page that was loaded while the worker was leaving keeps it until it is loaded again.
      await page.reload();
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      expect(await storedAt(page, 'outbox')).toMatchObject({ items: [{ id: queued.items[0]?.id }] });
      await page.goto('/#/pages/mining/index');
      await page.getByRole('heading', { level: 1, name: 'Miner Management' }).waitFor();
    } finally {
      await second.stop();
    }
  },
);
