// The asset center as people use it: what can be done and by whom, what is hidden, one coin in full, and life without a network.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { richPeople } from '#tests/support/bank.ts';
import type { Visitor } from '#tests/support/browser.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { devnetOf } from '#tests/support/money.ts';
import { newcomer } from '#tests/support/person.ts';
import { workerReady } from '#tests/support/staking-page.ts';
import { keptKeys } from '#tests/support/stored.ts';
import { runsBehind } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };
const ROUTE = '/#/pages/asset/index';

const journey = plain
  .extend('devnet', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const devnet = await devnetOf(app);
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** Verified, holds 100 USDT and 2 ETH; journeys only look. */
  .extend('rich', { scope: 'file' }, async ({ app, devnet }) => {
    const [person] = await richPeople(app.url, devnet, [{ USDT: '100', ETH: '2' }]);
    return person;
  });

const offline = journey.extend('worker', 'allow');

const coin = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}\\b`) });
const action = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
const back = (page: Page) => page.evaluate(() => history.back());

async function open(page: Page): Promise<void> {
  await page.goto(ROUTE);
  await coin(page, 'AVAX').waitFor(PATIENCE);
}

journey('a guest sees the coins, and every action leads to connect', async ({ guest: { page } }) => {
  await open(page);
  expect(await coin(page, 'BTC').innerText()).toMatch(/USDT/);
  await page.getByText('Your balances are shown once your wallet is connected.').waitFor();
  for (const name of ['Deposit', 'Withdraw', 'Exchange']) {
    await action(page, name).click();
    await page.getByText('Please connect your wallet first').waitFor();
    await sheet(page, 'Connect wallet').waitFor();
    await back(page);
    await sheet(page, 'Connect wallet').waitFor({ state: 'detached' });
    await page.getByText('Please connect your wallet first').waitFor({ state: 'detached' });
  }
  await coin(page, 'BTC').click();
  await sheet(page, 'BTC').getByRole('button', { name: 'Deposit', exact: true }).click();
  await sheet(page, 'Connect wallet').waitFor();
});

journey(
  'actions open their sheets, with the coin chosen where one was',
  async ({ guest: { page }, rich }) => {
    await enter(page, rich);
    await open(page);
    for (const [name, title] of [
      ['Deposit', 'Deposit'],
      ['Withdraw', 'Withdraw'],
      ['Exchange', 'Swap'],
    ] as const) {
      await action(page, name).click();
      await sheet(page, title).waitFor(PATIENCE);
      await back(page);
      await sheet(page, title).waitFor({ state: 'detached' });
    }
    await coin(page, 'ETH').click();
    await sheet(page, 'ETH').getByRole('button', { name: 'Exchange', exact: true }).click();
    await sheet(page, 'Swap').getByRole('button', { name: /ETH/ }).first().waitFor(PATIENCE);
    await back(page);
    await sheet(page, 'Swap').waitFor({ state: 'detached' });
    // One way back each: the page itself is still there.
    expect(new URL(page.url()).hash).toBe('#/pages/asset/index');
  },
);

journey('where the exchange is switched off, nothing offers it', async ({ guest: { page }, rich }) => {
  await page.route('**/api/assets/list', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ json: { ...body, data: { ...body.data, exchangeOpen: false } } });
  });
  await enter(page, rich);
  await open(page);
  expect(await action(page, 'Deposit').count()).toBe(1);
  expect(await action(page, 'Exchange').count()).toBe(0);
  await coin(page, 'ETH').click();
  await sheet(page, 'ETH').getByRole('button', { name: 'Deposit', exact: true }).waitFor();
  expect(await sheet(page, 'ETH').getByRole('button', { name: 'Exchange', exact: true }).count()).toBe(0);
});

journey('what is hidden stays hidden after a reload', async ({ guest: { page }, rich }) => {
  await enter(page, rich);
  await open(page);
  await page.getByRole('switch', { name: 'Hide zero balances' }).click();
  await vi.waitFor(async () => expect(await coin(page, 'AVAX').count()).toBe(0));
  expect(await coin(page, 'ETH').innerText()).toContain('2');
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await vi.waitFor(async () => expect(await coin(page, 'USDT').innerText()).toContain('••••'));
  await page.reload();
  await coin(page, 'ETH').waitFor(PATIENCE);
  expect(await coin(page, 'AVAX').count()).toBe(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(/\b100\b/);
  await coin(page, 'USDT').click();
  await sheet(page, 'USDT').getByText('••••').first().waitFor();
  await sheet(page, 'USDT').getByText('Deposit').nth(1).waitFor(PATIENCE);
  expect(await sheet(page, 'USDT').innerText()).not.toContain('100');
});

journey("a coin's sheet tells everything about it", async ({ guest: { page, context }, app, rich }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, rich);
  await open(page);
  await coin(page, 'ETH').click();
  const eth = sheet(page, 'ETH');
  const { data } = await rich.api.call('GET /api/assets/list', {});
  const listed = data.items.find((item) => item.coin === 'ETH');
  await vi.waitFor(async () => expect(await eth.innerText()).toContain('+2'), PATIENCE);
  const text = await eth.innerText();
  expect(text).toMatch(/2\s+ETH/);
  expect(text).toContain('≈ 6,000 USDT');
  expect(text).toMatch(/Price\s+3,000 USDT\s+Today, \d+:\d\d/);
  await eth.getByRole('button', { name: 'Copy address' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(listed?.contract);
  expect(await violations(page)).toEqual([]);
  // A movement's details stand over the sheet, and back leads to it.
  await eth.getByRole('button', { name: /^Deposit.*\+2/s }).click();
  await sheet(page, 'Deposit').getByText('Ledger entry').waitFor();
  await back(page);
  await sheet(page, 'Deposit').waitFor({ state: 'detached' });
  await eth.getByRole('link', { name: 'All movements' }).click();
  await vi.waitFor(() => expect(page.url()).toBe(`${app.url}/#/pages/asset/capital?coin=ETH`));
});

/** The worker has the shell, and the answers are kept. */
async function readyForOffline(guest: Visitor): Promise<void> {
  const { page, context } = guest;
  await workerReady(page);
  await expect
    .poll(async () => (await keptKeys(page)).filter((key) => key.startsWith('last.3.0x')).join(), PATIENCE)
    .toMatch(/assets\/list.*assets\/records|assets\/records.*assets\/list/);
  await context.setOffline(true);
}

offline('without a network the last figures are shown with their time', async ({ guest, rich }) => {
  const { page } = guest;
  await enter(page, rich);
  await open(page);
  await vi.waitFor(async () => expect(await coin(page, 'ETH').innerText()).toContain('6,000'), PATIENCE);
  await page.getByRole('button', { name: /^Deposit.*\+2/s }).waitFor(PATIENCE);
  await readyForOffline(guest);
  await page.reload();
  await vi.waitFor(async () => expect(await coin(page, 'ETH').innerText()).toContain('6,000'), PATIENCE);
  await page.getByText(/^No connection\. As of /).waitFor(PATIENCE);
  await page.getByRole('button', { name: /^Deposit.*\+2/s }).waitFor();
  await action(page, 'Withdraw').click();
  await page.getByText('This needs a connection. Nothing that moves money is kept back').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await guest.context.setOffline(false);
  await page.getByText(/^No connection\. As of /).waitFor({ state: 'detached', ...PATIENCE });
});

offline(
  'another account on the device sees none of it, nor does the same one signed out',
  async ({ app, guest, rich }) => {
    const { page, context } = guest;
    await enter(page, rich);
    await open(page);
    await vi.waitFor(async () => expect(await coin(page, 'ETH').innerText()).toContain('6,000'), PATIENCE);

    const other = await newcomer(app.url);
    const tab = await context.newPage();
    await enter(tab, other);
    await readyForOffline(guest);
    await tab.goto(ROUTE);
    await tab.getByText('This needs a connection').first().waitFor(PATIENCE);
    expect(await tab.getByRole('main').innerText()).not.toContain('6,000');

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await vi.waitFor(
      async () => expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull(),
      PATIENCE,
    );
    const left = () =>
      page.evaluate(
        (address) =>
          new Promise<string[]>((resolve) => {
            const opening = indexedDB.open('adit');
            opening.onsuccess = () => {
              const keys = opening.result.transaction('kv').objectStore('kv').getAllKeys();
              keys.onsuccess = () => resolve(keys.result.map(String).filter((key) => key.includes(address)));
            };
          }),
        rich.wallet.address.toLowerCase(),
      );
    await vi.waitFor(async () => expect(await left()).toEqual([]), PATIENCE);
  },
);

/** Pages of each kind: a call that only this one makes, and what it shows then. */
const PULLED = [
  ['/', '/api/article/index', 'Pinned:'],
  ['/pages/mining/index', '/api/mining/power', 'Output per hour'],
  ['/pages/authentication/index', '/api/user/kyc', 'Verified'],
] as const;

journey('a pull refreshes every page, and so does the button', async ({ guest: { page }, rich }) => {
  await enter(page, rich);
  await open(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/assets/list')) asked += 1;
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await vi.waitFor(() => expect(asked).toBe(1), PATIENCE);
  // Who hears the finger is loaded once the page is idle.
  await runsBehind(page);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  const pull = async () => {
    await touch('touchStart', 120);
    for (let y = 130; y <= 200; y += 10) await touch('touchMove', y);
    await touch('touchEnd');
  };
  await pull();
  await vi.waitFor(() => expect(asked).toBe(2), PATIENCE);
  for (const [path, call, text] of PULLED) {
    await page.goto(`/#${path}`);
    if (path === '/')
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click(PATIENCE);
    await page.getByRole('main').getByText(text).first().waitFor(PATIENCE);
    const again = page.waitForRequest((request) => request.url().includes(call), PATIENCE);
    await pull();
    await again;
  }
});

journey('axe finds nothing on the page, at either width', async ({ visit, rich }) => {
  for (const viewport of [
    { width: 375, height: 812 },
    { width: 1280, height: 800 },
  ]) {
    const { page } = await visit({ viewport });
    await enter(page, rich);
    await open(page);
    await page.getByRole('button', { name: /^Deposit.*\+2/s }).waitFor(PATIENCE);
    expect(await violations(page), `${viewport.width}`).toEqual([]);
  }
});
