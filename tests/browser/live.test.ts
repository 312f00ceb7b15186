// Open pages follow what happens elsewhere, without a reload.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { changes } from '#contract';
import { DEMO_COUPON } from '#rules/figures.ts';
import { enter, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey } from '#tests/support/journey.ts';
import { DAY, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { atRest } from '#tests/support/seen.ts';
import { extendDeadlines } from '#tests/support/shifts.ts';
import { runsBehind } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };
const stored = (page: Page) =>
  page.evaluate(() => (JSON.parse(sessionStorage.getItem('wallet') ?? '{}') as { balance?: string }).balance);

journey('a claim in one tab shows in another', async ({ app, guest: { page, context } }) => {
  const person = await newcomer(app.url);
  await verify(person.api);
  await ask(person.api, 'POST /api/mining/claim1', {});
  const other = await context.newPage();
  const listens = other.waitForResponse('**/api/events', PATIENCE);
  for (const tab of [page, other]) await enter(tab, person);
  await other.goto('/#/pages/asset/index');
  // The hint may cover it: what counts is the page's content.
  const main = other.locator('main');
  await main.getByText('Total value').waitFor(PATIENCE);
  await expect.poll(() => stored(other), PATIENCE).toBe('0');
  await listens;

  await skip(app.url, DAY);
  await page.goto('/#/pages/mining/index');
  await page.getByRole('button', { name: /^Claim 12/ }).click();
  await expect.poll(() => stored(other), PATIENCE).toBe('12');
  // 12 ADIT at 0.01 USDT.
  await expect.poll(() => main.innerText(), PATIENCE).toMatch(/\b12\b[\s\S]*0\.12/);
  await other.close();
});

journey(
  'a sixth window of an account goes on by asking, rarely and without an error',
  async ({ app, visit }) => {
    const person = await newcomer(app.url);
    await verify(person.api);
    await ask(person.api, 'POST /api/mining/claim1', {});
    const [here, there] = [await visit(), await visit()];
    const windows = [here, here, here, there, there, there];
    const tries: number[] = [];
    let last: Page | undefined;
    for (const [n, { context }] of windows.entries()) {
      const page = await context.newPage();
      const answered = page.waitForResponse('**/api/events', { timeout: 90_000 });
      if (n === 5) {
        last = page;
        there.expectFault(/status of 429/);
        page.on('response', (response) => {
          if (response.url().endsWith('/api/events')) tries.push(response.status());
        });
      }
      await enter(page, person);
      await page.goto('/#/pages/asset/index');
      await page.locator('main').getByText('Total value').waitFor(PATIENCE);
      expect((await answered).status()).toBe(n === 5 ? 429 : 200);
    }
    if (!last) throw new Error('there is no sixth window');
    // Longer than a lost stream would wait for its first tries.
    await new Promise((resolve) => setTimeout(resolve, 8000));
    expect(tries).toEqual([429]);
    expect(await last.getByRole('alert').count()).toBe(0);
    expect(await last.locator('body').innerText()).not.toMatch(
      /Can't reach|can't reach|Too many|Offline|offline/,
    );

    await skip(app.url, DAY);
    await ask(person.api, 'POST /api/mining/claim', {});
    await last.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const page = last;
    await expect.poll(() => stored(page), PATIENCE).toBe('12');
    // One try for coming back, and on a slow machine perhaps one that was due anyway.
    await expect.poll(() => tries.length, PATIENCE).toBeGreaterThanOrEqual(2);
    expect(tries.length).toBeLessThanOrEqual(3);
    expect(new Set(tries)).toEqual(new Set([429]));
  },
);

/** The page's requests to the server from now on, as names of calls. */
function requestsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) names.push(`${request.method()} ${pathname}`);
  });
  return names;
}
async function isQuiet(names: string[]): Promise<void> {
  const more = async () => {
    const before = names.length;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return names.length - before;
  };
  await expect.poll(more, PATIENCE).toBe(0);
}

journey(
  'a claim asks once for what it changes, on either page, and its own event asks for nothing',
  async ({ app, guest: { context } }) => {
    const notice = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
    for (const path of ['/', '/pages/mining/index']) {
      const person = await newcomer(app.url);
      await verify(person.api);
      await ask(person.api, 'POST /api/mining/claim1', {});
      await skip(app.url, DAY);
      const page = await context.newPage();
      await enter(page, person);
      await readNotice(page, notice);
      // So that the claim's own event never counts as news, however slow the answer is.
      await extendDeadlines(page, 10);
      const names = requestsOf(page);
      await page.goto('/#/pages/mining/index');
      await page.goto(`/#${path}`);
      const claim = page.locator('main').getByRole('button', { name: /^Claim/ });
      await claim.waitFor(PATIENCE);
      await expect.poll(() => names.includes('GET /api/events'), PATIENCE).toBe(true);
      await isQuiet(names);
      names.length = 0;
      await claim.click();
      await expect.poll(() => stored(page), PATIENCE).toBe('12');
      await isQuiet(names);
      const asked = names.filter((name) => name.startsWith('GET '));
      expect(asked.filter((name) => !changes['POST /api/mining/claim'].includes(name as never))).toEqual([]);
      expect(asked.filter((name) => name === 'GET /api/assets/list')).toHaveLength(1);
      expect(asked).not.toContain('GET /api/mining/index');
      await page.close();
    }
  },
);

interface Stored {
  balance: string;
  needRefresh: boolean;
  isFirst: boolean;
  coinList: unknown[];
  linkList: unknown[];
}
const wallet = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('wallet') ?? '{}') as Partial<Stored>);

/** What the browser reports for a tab in the background, and for one that is visible again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: is });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: is ? 'hidden' : 'visible',
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

journey(
  'the stored wallet state knows when it is old, and stands in for lost answers',
  async ({ app, guest }) => {
    const { page } = guest;
    const person = await newcomer(app.url);
    await enter(page, person);
    const listens = page.waitForRequest('**/api/events*', PATIENCE);
    await page.goto('/#/pages/asset/index');
    await page.locator('main').getByText('Total value').waitFor(PATIENCE);
    await expect.poll(() => wallet(page), PATIENCE).toMatchObject({ balance: '0', isFirst: true });
    await expect.poll(async () => (await wallet(page)).linkList?.length, PATIENCE).toBeGreaterThan(0);
    await expect.poll(() => wallet(page), PATIENCE).toMatchObject({ needRefresh: false });

    await listens;
    await setHidden(page, true);
    await ask(person.api, 'POST /api/assets/redeem', { code: DEMO_COUPON.code });
    expect(await wallet(page)).toMatchObject({ needRefresh: true, balance: '0' });
    await setHidden(page, false);
    const { amount } = DEMO_COUPON;
    await expect.poll(() => wallet(page), PATIENCE).toMatchObject({ needRefresh: false, balance: amount });

    // No server, and nothing of the account but the wallet state: no cached answers in either place.
    guest.expectFault(/./);
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith('own.')) sessionStorage.removeItem(key);
    });
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByText('Last known balances').waitFor(PATIENCE);
    expect(await page.locator('main').innerText()).toMatch(new RegExp(`ADIT\\s+${amount}`));
    await page.goto('/#/pages/contact/index');
    await page.getByRole('list', { name: 'Contact us here' }).getByRole('link').first().waitFor(PATIENCE);
    expect(await wallet(page)).toMatchObject({ isFirst: false });
  },
);

/** Pages in the order in which they are opened, and how many calls each may make that earlier ones have not made. */
const CALLS: [string, number][] = [
  ['/pages/mining/index', 6],
  ['/pages/asset/index', 6],
  ['/pages/pledge/index', 2],
];

journey('a page asks for what no page before it has asked for, once', async ({ app, guest: { page } }) => {
  const person = await newcomer(app.url);
  await readNotice(page, (await client(app.url).call('GET /api/index', {})).data.welcome.version);
  await enter(page, person);
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  await page.goto('/');
  await runsBehind(page);
  // Home requests these last, to cache them on the device.
  for (const last of ['/api/assets/list', '/api/mining/power'])
    await expect.poll(() => asked, PATIENCE).toContain(last);
  await atRest(page);
  for (const [path, most] of CALLS) {
    asked = [];
    await page.goto(`/#${path}`);
    await page.getByRole('main').getByRole('button').first().waitFor(PATIENCE);
    await atRest(page);
    expect(new Set(asked).size, path).toBe(asked.length);
    expect(asked.length, asked.join()).toBeLessThanOrEqual(most);
  }
});
