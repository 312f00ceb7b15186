// The asset center as people use it: what can be done and by whom, what is hidden, one coin in full, and life without a network.
import type { Page, Request } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { richPeople } from '#tests/support/bank.ts';
import type { Visitor } from '#tests/support/browser.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { newcomer, skip } from '#tests/support/person.ts';
import { workerReady } from '#tests/support/staking-page.ts';
import { keptKeys } from '#tests/support/stored.ts';
import { toasted } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };
const ROUTE = '/#/pages/asset/index';

const journey = plain
  /** Verified, holds 100 USDT and 2 ETH for two hours; journeys only look. */
  .extend('rich', { scope: 'file' }, async ({ app, devnet }) => {
    const [person] = await richPeople(app.url, devnet, [{ USDT: '100', ETH: '2' }]);
    await skip(app.url, 7200);
    return person;
  });

const offline = journey.extend('worker', 'allow');

const coin = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}\\b`) });
/** The line that unfolds the coins that are not held. */
const others = (page: Page) => page.getByRole('main').getByRole('button', { name: /more coins?$/ });
const action = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
const back = (page: Page) => page.evaluate(() => history.back());

async function open(page: Page): Promise<void> {
  await page.goto(ROUTE);
  await coin(page, 'USDT').waitFor(PATIENCE);
}
async function openCoin(page: Page, name: string): Promise<void> {
  await coin(page, name).click();
  await page.getByRole('heading', { level: 2, name: 'Price' }).waitFor(PATIENCE);
}

journey(
  'a guest sees all coins with their prices, and every action leads to connect',
  async ({ guest: { page } }) => {
    await open(page);
    expect(await coin(page, 'BTC').innerText()).toMatch(/1 BTC = 90,000 USDT/);
    await page.getByText('Connect your wallet to see your balances.').waitFor();
    for (const name of ['Deposit', 'Withdraw', 'Swap']) {
      await action(page, name).click();
      await toasted(page, 'Please connect your wallet first');
      await sheet(page, 'Connect wallet').waitFor();
      await back(page);
      await sheet(page, 'Connect wallet').waitFor({ state: 'detached' });
      await page.getByText('Please connect your wallet first').waitFor({ state: 'detached' });
    }
    await openCoin(page, 'BTC');
    await action(page, 'Deposit').click();
    await sheet(page, 'Connect wallet').waitFor();
  },
);

journey(
  'actions open their sheets, with the coin chosen where one was',
  async ({ guest: { page }, rich }) => {
    await enter(page, rich);
    await open(page);
    for (const name of ['Deposit', 'Withdraw', 'Swap']) {
      await action(page, name).click();
      await page.getByRole('dialog').waitFor(PATIENCE);
      await back(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await openCoin(page, 'ETH');
    await action(page, 'Swap').click();
    await page.getByRole('dialog').getByRole('button', { name: /ETH/ }).first().waitFor(PATIENCE);
    await back(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // One way back each: the coin's page is still there, and then the list.
    expect(new URL(page.url()).hash).toBe('#/pages/asset/coin?coin=ETH');
    expect(await action(page, 'Stake').count()).toBe(0);
    await back(page);
    await others(page).click();
    await openCoin(page, 'ADIT');
    await action(page, 'Stake').click();
    await page.getByRole('dialog').waitFor(PATIENCE);
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
  expect(await action(page, 'Swap').count()).toBe(0);
  await openCoin(page, 'ETH');
  expect(await action(page, 'Deposit').count()).toBe(1);
  expect(await action(page, 'Swap').count()).toBe(0);
});

journey('what is held comes first, and one line unfolds the rest', async ({ guest: { page }, rich }) => {
  await enter(page, rich);
  await open(page);
  const rows = () => page.getByRole('main').getByRole('link').filter({ hasText: /USDT$/ });
  expect(await rows().count()).toBe(2);
  expect(await coin(page, 'ETH').innerText()).toMatch(/ETH\s+Ether[^]*2\s+≈ 6,000 USDT/);
  await others(page).click();
  await coin(page, 'AVAX').waitFor();
  expect(await others(page).getAttribute('aria-expanded')).toBe('true');
  await others(page).click();
  await coin(page, 'AVAX').waitFor({ state: 'detached' });
});

/** Whole rows; a price change may precede the amount. */
const unheld = {
  USDT: /^USDT\s+Tether USD\s+0$/,
  BTC: /^BTC\s+Bitcoin\s+1 BTC = 90,000 USDT\s([^]*\s)?0$/,
  TON: /^TON\s+Toncoin\s+No current price\s([^]*\s)?0$/,
};

journey(
  'a coin that is not held shows 0 as its amount, and a price nowhere near it, to guests too',
  async ({ guest: { page }, visit, app, rich }) => {
    await open(page);
    for (const [name, text] of Object.entries(unheld))
      expect(await coin(page, name).innerText()).toMatch(text);

    const { page: empty } = await visit();
    await enter(empty, await newcomer(app.url));
    await open(empty);
    for (const [name, text] of Object.entries(unheld))
      expect(await coin(empty, name).innerText()).toMatch(text);

    const { page: full } = await visit();
    await enter(full, rich);
    await open(full);
    await others(full).click();
    await coin(full, 'BTC').waitFor();
    expect(await coin(full, 'BTC').innerText()).toMatch(unheld.BTC);
    await full.getByRole('button', { name: 'Hide amounts' }).click();
    await vi.waitFor(async () =>
      expect(await coin(full, 'BTC').innerText()).toMatch(/90,000 USDT\s([^]*\s)?••••$/),
    );
  },
);

journey('hidden amounts stay hidden after a reload, in charts too', async ({ guest: { page }, rich }) => {
  await enter(page, rich);
  await open(page);
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await vi.waitFor(async () => expect(await coin(page, 'USDT').innerText()).toContain('••••'));
  await page.reload();
  await coin(page, 'ETH').waitFor(PATIENCE);
  await page.getByRole('main').getByText('Amounts are hidden.').waitFor(PATIENCE);
  expect(await page.getByRole('slider', { name: 'Total value' }).count()).toBe(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(/\b(100|6,?100|6\.1K)\b/);
  await openCoin(page, 'USDT');
  await page.getByRole('button', { name: /^Deposit.*••••/s }).waitFor(PATIENCE);
  // The contract's address may have these digits too.
  expect(await page.getByRole('main').innerText()).not.toMatch(/\b100\b/);
});

journey('a chart has its ranges, keys and a table', async ({ guest: { page }, app, rich }) => {
  await enter(page, rich);
  await open(page);
  const chart = page.getByRole('slider', { name: 'Total value' });
  await chart.focus(PATIENCE);
  const now = await chart.getAttribute('aria-valuetext');
  expect(now).toContain('6,100 USDT');
  await page.keyboard.press('ArrowLeft');
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(now);
  const asked = page.waitForRequest((request) => request.url() === `${app.url}/api/assets/worth?range=30d`);
  await page.getByRole('radio', { name: '30 d' }).check();
  await asked;
  await chart.waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Show as a table' }).click();
  expect(
    await page.getByRole('table', { name: 'Total value' }).getByRole('row').nth(1).innerText(),
  ).toContain('6,100 USDT');
});

journey("a coin's page tells everything about it", async ({ guest: { page, context }, app, rich }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, rich);
  await open(page);
  await openCoin(page, 'ETH');
  const main = page.getByRole('main');
  const { data } = await rich.api.call('GET /api/assets/list', {});
  const listed = data.items.find((item) => item.coin === 'ETH');
  await vi.waitFor(async () => expect(await main.innerText()).toContain('+2'), PATIENCE);
  const text = await main.innerText();
  expect(text).toMatch(/2\s+ETH/);
  expect(text).toContain('≈ 6,000 USDT');
  expect(text).toContain('3,000 USDT');
  await main.getByRole('slider', { name: 'Price' }).waitFor(PATIENCE);
  await main.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(listed?.contract);
  expect(await violations(page)).toEqual([]);
  // A movement's details open over the page, and going back returns to it.
  await main.getByRole('button', { name: /^Deposit.*\+2/s }).click();
  await sheet(page, 'Deposit').getByText('Ledger entry').waitFor();
  await back(page);
  await sheet(page, 'Deposit').waitFor({ state: 'detached' });
  await main.getByRole('link', { name: 'All activity' }).click();
  await vi.waitFor(() => expect(page.url()).toBe(`${app.url}/#/pages/asset/capital?coin=ETH`));
});

journey('an address of no coin leads back to the list', async ({ guest: { page } }) => {
  await page.goto('/#/pages/asset/coin?coin=DOGE');
  await page.getByRole('button', { name: 'All coins' }).click(PATIENCE);
  await coin(page, 'BTC').waitFor(PATIENCE);
});

/** The worker has the shell, and the answers are cached. */
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
  await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
  await page.getByRole('button', { name: /^Deposit.*\+2/s }).waitFor();
  await action(page, 'Withdraw').click();
  await page.getByText('No connection. Nothing is lost;').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await guest.context.setOffline(false);
  await page.getByText(/^Offline\. As of /).waitFor({ state: 'detached', ...PATIENCE });
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
    await tab.getByText("You're offline", { exact: true }).first().waitFor(PATIENCE);
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

/** Pages of each kind, each with a call that only it makes and what it then shows. */
const PULLED = [
  ['/', '/api/article/index', 'Pinned:'],
  ['/pages/mining/index', '/api/mining/power', 'Output per hour'],
  ['/pages/authentication/index', '/api/user/kyc', 'Verified'],
] as const;

journey('a pull refreshes every page, and so does the button', async ({ guest: { page }, rich }) => {
  await enter(page, rich);
  // The code that handles the finger is part of what listens to live events, which starts last.
  const live = page.waitForRequest('**/api/events', PATIENCE);
  await open(page);
  const asksFor = (call: string) =>
    page.waitForRequest((request: Request) => request.url().includes(call), PATIENCE);
  const first = asksFor('/api/assets/list');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await (await first).response();
  await live;
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  const pull = async () => {
    await touch('touchStart', 120);
    for (let y = 130; y <= 200; y += 10) await touch('touchMove', y);
    await touch('touchEnd');
  };
  const second = asksFor('/api/assets/list');
  await pull();
  await second;
  for (const [path, call, text] of PULLED) {
    await page.goto(`/#${path}`);
    if (path === '/') {
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click(PATIENCE);
      // The leaving sheet still covers the page: nothing below it can be pulled.
      await page.getByRole('dialog').waitFor({ state: 'detached', ...PATIENCE });
    }
    await page.getByRole('main').getByText(text).first().waitFor(PATIENCE);
    const again = asksFor(call);
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
    await page.getByRole('slider', { name: 'Total value' }).waitFor(PATIENCE);
    expect(await violations(page), `${viewport.width}`).toEqual([]);
  }
});
