// Without a network every page opens and says of when its figures are; a server that stops is noticed and comes back by itself.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type App, startApp } from '#tests/support/app.ts';
import { enter } from '#tests/support/enter.ts';
import { journeyWithWorker as journey } from '#tests/support/journey.ts';
import { kvKeys } from '#tests/support/kept.ts';
import { ask, newcomer, type Person, verify } from '#tests/support/person.ts';

const PATIENCE = { timeout: 20_000 };
const LOST =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_ABORTED|ERR_FAILED|50[0-9]/;
const AS_OF = /^No connection\. As of /;

/** Every page with something that stands on it, and calls whose last answers it shows with their time when there is no network. */
const PAGES: readonly (readonly [path: string, text: string, kept?: string[]])[] = [
  ['/', 'Your miner is running', ['GET /api/mining/index']],
  ['/pages/main/main', 'Prize pool', ['GET /api/mining/bet/index']],
  ['/pages/main/index', 'Lanes', ['GET /api/game/opening']],
  ['/pages/main/record', 'No races yet', ['GET /api/game/record']],
  ['/pages/main/result', 'Check a round'],
  ['/pages/buyback/index', 'Where repurchased ADIT goes', ['GET /api/mining/buyback/list']],
  ['/pages/mining/index', 'Produced in this cycle', ['GET /api/mining/config']],
  ['/pages/asset/index', 'Hide zero balances', ['GET /api/assets/list', 'GET /api/assets/records']],
  ['/pages/asset/capital', 'No movements yet', ['history ']],
  ['/pages/pledge/index', 'Staked now', ['GET /api/stake/list', 'GET /api/stake/outputs']],
  ['/pages/pledge/detail', 'This order is not known here'],
  ['/pages/guessing/index', 'Your guess', ['GET /api/user/limits']],
  ['/pages/guessing/previous', 'No round has been drawn yet', ['GET /api/mining/bet/list']],
  ['/pages/invite/index', 'Your link', ['GET /api/user/levels', 'GET /api/user/invites']],
  ['/pages/invite/index?view=members', 'Find a member', ['team members']],
  ['/pages/invite/index?view=earnings', 'Total earnings', ['team earnings']],
  ['/pages/authentication/index', 'You are verified', ['GET /api/user/kyc']],
];

async function memberOf(app: App): Promise<Person> {
  const ann = await newcomer(app.url);
  await verify(ann.api);
  await ask(ann.api, 'POST /api/mining/claim1', {});
  return ann;
}

async function open(page: Page, path: string, text: string): Promise<void> {
  await page.goto(`/#${path}`);
  await page.getByText(text, { exact: true }).first().waitFor(PATIENCE);
}

const asOf = (page: Page) => page.getByText(AS_OF);
const gone = { state: 'detached', ...PATIENCE } as const;
const said = (page: Page) => page.locator('p[aria-live="polite"].sr-only').textContent();

journey(
  'every page opens without a network, with its last figures and their time',
  async ({ app, guest }) => {
    const { page, context } = guest;
    guest.expectFault(LOST);
    await enter(page, await memberOf(app));
    await page.goto('/');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    for (const [path, text, kept = []] of PAGES) {
      await open(page, path, text);
      await vi.waitFor(async () => {
        const keys = (await kvKeys(page)).join();
        expect(kept.filter((name) => !keys.includes(name))).toEqual([]);
      }, PATIENCE);
    }

    await context.setOffline(true);
    await page.reload();
    await asOf(page).first().waitFor(PATIENCE);
    for (const [path, text, kept] of PAGES) {
      await open(page, path, text);
      if (kept) await asOf(page).first().waitFor(PATIENCE);
      expect(await page.getByRole('alert').count(), path).toBe(0);
      expect(await page.getByRole('status', { name: 'Loading' }).count(), path).toBe(0);
    }
    await vi.waitFor(async () => expect(await said(page)).toBe('No connection. What you see may be old.'));

    await open(page, '/pages/buyback/index', 'Instant swap');
    expect(await page.getByRole('button', { name: 'Swap ADIT for USDT' }).isDisabled()).toBe(true);
    await page.getByText('Selling needs a connection and is never kept for later.').waitFor(PATIENCE);
    await page.goto('/#/pages/main/result?round=5849201');
    await page.getByText('This needs a connection').waitFor(PATIENCE);

    await open(page, '/pages/mining/index', 'Produced in this cycle');
    await context.setOffline(false);
    await asOf(page).waitFor(gone);
    await vi.waitFor(async () => expect(await said(page)).toBe('Connected again.'));

    // A network that hangs is as good as none, until it answers.
    const hanging = Promise.withResolvers<void>();
    await page.route('**/api/mining/index', async (route) => {
      await hanging.promise;
      await route.continue();
    });
    await page.reload();
    await asOf(page).waitFor(PATIENCE);
    hanging.resolve();
    await asOf(page).waitFor(gone);
  },
);

journey(
  'a stopped server is noticed, and pages fill by themselves once it is back',
  async ({ app, visit }) => {
    const [member, guest] = await Promise.all([visit(), visit()]);
    for (const each of [member, guest]) each.expectFault(LOST);
    await enter(member.page, await memberOf(app));
    const pages = [member.page, guest.page];
    const streams = Promise.all(pages.map((page) => page.waitForResponse('**/api/events', PATIENCE)));
    await open(member.page, '/pages/mining/index', 'Produced in this cycle');
    await open(guest.page, '/pages/main/index', 'Lanes');
    // What other pages need is kept by then, and the streams stand.
    await Promise.all(pages.map((page) => page.waitForFunction(() => navigator.serviceWorker.controller)));
    await streams;

    await app.kill();
    await Promise.all(pages.map((page) => asOf(page).waitFor(PATIENCE)));
    for (const page of pages) {
      await vi.waitFor(async () => expect(await said(page)).toBe('No connection. What you see may be old.'));
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    // A page that has nothing of what it shows says so, and is not asked for again and again.
    await guest.page.goto('/#/pages/buyback/index');
    await guest.page.getByText('This needs a connection').waitFor(PATIENCE);
    let asked = 0;
    guest.page.on('request', (request) => {
      if (request.url().includes('/api/')) asked += 1;
    });
    const again = await startApp({ dataDir: app.dataDir, port: Number(new URL(app.url).port) });
    try {
      await asOf(member.page).waitFor(gone);
      await guest.page.getByText('Where repurchased ADIT goes').waitFor(PATIENCE);
      expect(asked).toBeLessThan(40);
      for (const page of pages)
        await vi.waitFor(async () => expect(await said(page)).toBe('Connected again.'));
    } finally {
      await again.stop();
    }
  },
);
