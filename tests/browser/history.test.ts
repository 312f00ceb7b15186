// The fund history as people use it: filters, pages without end, details, the export, newer rows while one reads, no network.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import * as bank from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { devnetOf } from '#tests/support/money.ts';
import { DAY, type Person, ask, newcomer, skip } from '#tests/support/person.ts';

const PATIENCE = { timeout: 30_000 };
const ROUTE = '/#/pages/asset/capital';
const RECORDS = '**/api/assets/records?*';
/** Exchanges of Ann, two rows each: more than two pages of the list. */
const SWAPS = 60;

const swap = ({ api }: Person, amount: string) =>
  ask(api, 'POST /api/assets/swap', { from: 'USDT', to: 'BTC', amount });

const journey = plain
  .extend('devnet', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const devnet = await devnetOf(app);
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** Deposited, mined, exchanged and withdrew. */
  .extend('ann', { scope: 'file' }, async ({ app, devnet }) => {
    const [ann] = (await bank.richPeople(app.url, devnet, 1, { USDT: '500' })) as [Person];
    await ask(ann.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(ann.api, 'POST /api/mining/claim', {});
    for (let n = 1; n <= SWAPS; n += 1) await swap(ann, String(n / 100));
    const { address } = ann.wallet;
    await ask(ann.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '30' });
    await bank.reaches(ann.api, address, 'confirmed');
    return ann;
  })
  .extend('on', ({ guest: { page }, ann }) => async (query = ''): Promise<Page> => {
    await enter(page, ann);
    await page.goto(ROUTE + query);
    await row(page).first().waitFor(PATIENCE);
    return page;
  });

const row = (page: Page, name?: RegExp) =>
  page.getByRole('group', { name: 'Movements' }).getByRole('button', name && { name });
const details = (page: Page) => page.getByRole('dialog').last();
const texts = (page: Page) => row(page).allInnerTexts();
const category = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const end = (page: Page) => page.getByText(/^That is all\./);

/** Scrolls until `there` is in sight. */
async function scrollTo(page: Page, there: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      await page.evaluate(() => window.scrollBy(0, 1500));
      expect(await there()).toBe(true);
    },
    { timeout: 60_000, interval: 100 },
  );
}

journey(
  'an empty history says what it is for, and every filter leads back',
  async ({ guest: { page }, app }) => {
    await enter(page, await newcomer(app.url));
    await page.goto(ROUTE);
    await page.getByText('No movements yet').waitFor(PATIENCE);
    await category(page, 'Refund').click();
    await page.getByText('No refunds').waitFor(PATIENCE);
    await page.getByRole('combobox', { name: 'Coin' }).selectOption('BTC');
    await page.getByText('Only BTC is shown.').or(page.getByText('No refunds')).first().waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByText('No movements yet').waitFor(PATIENCE);
    expect(new URL(page.url()).hash).toBe('#/pages/asset/capital');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Deposit', exact: true }).click();
    await page.getByRole('dialog', { name: 'Deposit' }).waitFor(PATIENCE);
  },
);

journey('a guest is asked to connect', async ({ guest: { page } }) => {
  await page.goto(ROUTE);
  await page.getByText('Your fund history is shown once your wallet is connected.').waitFor(PATIENCE);
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor();
});

journey('filters by category and coin stand in the address', async ({ on }) => {
  const page = await on();
  await category(page, 'Withdrawal').click();
  await end(page).waitFor(PATIENCE);
  expect(await texts(page)).toEqual([expect.stringMatching(/^Withdrawal[\s\S]+−30[\s\S]+USDT$/)]);
  expect(new URL(page.url()).hash).toBe('#/pages/asset/capital?category=withdraw');
  // Arrows move through the categories as through any radios.
  await page.keyboard.press('ArrowLeft');
  await vi.waitFor(async () => expect(await category(page, 'Deposit').isChecked()).toBe(true));
  await row(page, /^Deposit.*\+500/s).waitFor(PATIENCE);
  await page.goto(`${ROUTE}?category=exchange&coin=BTC`);
  await vi.waitFor(
    async () => expect(await texts(page)).not.toContainEqual(expect.stringContaining('USDT')),
    PATIENCE,
  );
  expect(await category(page, 'Exchange').isChecked()).toBe(true);
  expect(await page.getByRole('combobox', { name: 'Coin' }).inputValue()).toBe('BTC');
  await page.goto(`${ROUTE}?category=loot&coin=%3F`);
  await row(page, /^Withdrawal/).waitFor(PATIENCE);
  expect(await category(page, 'All').isChecked()).toBe(true);
});

journey(
  'scrolling reaches the first movement; every row is told its place, and few are drawn',
  async ({ on, ann }) => {
    const page = await on();
    const all = await bank.history(ann.api);
    expect(all.length).toBeGreaterThan(120);
    const seen = new Set<string>();
    await scrollTo(page, async () => {
      for (const item of await page.getByRole('group', { name: 'Movements' }).getByRole('listitem').all()) {
        const place = await item.getAttribute('aria-posinset').catch(() => null);
        if (place !== null) seen.add(place);
      }
      expect(await row(page).count()).toBeLessThan(40);
      return end(page).isVisible();
    });
    // All of one day: each row knows its place among all.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = page.getByRole('group', { name: 'Movements' }).getByRole('listitem').last();
    expect(seen.size).toBeGreaterThan(100);
    expect(await last.getAttribute('aria-setsize')).toBe(await last.getAttribute('aria-posinset'));
    expect(await row(page).last().innerText()).toMatch(/^Deposit/);
  },
);

journey('the place is kept over details and over a look at another page', async ({ on }) => {
  const page = await on();
  await scrollTo(page, async () => (await page.evaluate(() => window.scrollY)) > 5000);
  await vi.waitFor(async () => expect(await row(page).count()).toBeGreaterThan(8));
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  const before = await place();
  const shown = row(page).nth(8);
  await shown.click();
  await details(page).getByText('Ledger entry').waitFor();
  await page.evaluate(() => history.back());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await place()).toBe(before);
  await page.evaluate(() => (location.hash = '#/pages/asset/index'));
  await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).waitFor(PATIENCE);
  await page.goBack();
  await row(page).first().waitFor(PATIENCE);
  await vi.waitFor(async () => expect(Math.abs((await place()) - before)).toBeLessThan(5), PATIENCE);
});

journey('details name the entry, the chain and both sides', async ({ on, ann }) => {
  const page = await on();
  const all = await bank.history(ann.api);
  const find = (name: string, coin = 'USDT') =>
    all.find((each) => each.category === name && each.coin === coin) as bank.Row;

  const paid = find('withdraw');
  await row(page, /^Withdrawal/).click();
  let text = await details(page).innerText();
  for (const part of ['−30', 'Confirmed', `#${paid.entry}`, 'Fee', 'Sent to the wallet', 'UTC', 'Copy'])
    if (part !== 'Copy') expect(text).toContain(part);
  expect(text).toContain(`${paid.address?.slice(0, 6)}…${paid.address?.slice(-4)}`);
  expect(text).toContain(`${paid.txHash?.slice(0, 6)}…${paid.txHash?.slice(-4)}`);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const bought = find('exchange', 'BTC');
  // The coin filter hides the other side; the details fetch it.
  await page.getByRole('combobox', { name: 'Coin' }).selectOption('BTC');
  await row(page, /^Exchange/)
    .first()
    .click();
  const sides = details(page).getByRole('list', { name: 'Both sides of this exchange' });
  await vi.waitFor(async () => expect(await sides.getByRole('listitem').count()).toBe(2), PATIENCE);
  text = await sides.innerText();
  expect(text).toMatch(/Given\s+−0\.6 USDT[\s\S]+Received\s+\+0\.0\d+ BTC/);
  expect(await details(page).innerText()).toContain(`#${bought.entry}`);
});

journey('older rows that do not come can be asked for again', async ({ on, guest }) => {
  guest.expectFault(/ERR_FAILED|ERR_INTERNET/);
  const page = await on();
  await page.route(RECORDS, (route) =>
    route.request().url().includes('cursor=') ? route.abort() : route.fallback(),
  );
  // The first page after the newest may have come already: a filter begins anew.
  await category(page, 'Exchange').click();
  await scrollTo(page, () => page.getByRole('button', { name: 'Try again' }).isVisible());
  await page.getByRole('alert').getByText('No connection.').waitFor();
  const rows = await page.getByRole('group', { name: 'Movements' }).boundingBox();
  await page.unroute(RECORDS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await scrollTo(page, () => end(page).isVisible());
  expect((await page.getByRole('group', { name: 'Movements' }).boundingBox())?.height).toBeGreaterThan(
    rows?.height ?? 0,
  );
});

journey('newer rows come by themselves and leave the reader where he is', async ({ on, ann }) => {
  const page = await on();
  await page.evaluate(() => window.scrollTo(0, 1200));
  await vi.waitFor(async () => expect(await page.evaluate(() => window.scrollY)).toBe(1200));
  const reading = row(page).nth(12);
  const text = await reading.innerText();
  const entry = await reading.evaluate((node) => node.closest('li')?.getAttribute('aria-posinset'));
  const y = async () =>
    page.evaluate(
      (place) => document.querySelector(`li[aria-posinset="${place}"]`)?.getBoundingClientRect().top,
      // Two rows were put before it.
      String(Number(entry) + 2),
    );
  const before = (await reading.boundingBox())?.y ?? 0;
  await swap(ann, '7.77');
  await vi.waitFor(async () => expect(Math.abs(((await y()) ?? 0) - before)).toBeLessThan(3), PATIENCE);
  expect(await page.locator(`li[aria-posinset="${Number(entry) + 2}"]`).innerText()).toBe(text);
  await page.evaluate(() => window.scrollTo(0, 0));
  await row(page, /−7\.77/).waitFor(PATIENCE);

  // At the top they are seen at once.
  await swap(ann, '8.88');
  await row(page, /−8\.88/).waitFor(PATIENCE);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

journey('exports everything, or what the filter shows, exactly', async ({ on, ann }) => {
  const page = await on('?category=exchange&coin=BTC');
  // Without the file dialog of the system, which nobody could answer here.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const save = async (button: string | RegExp): Promise<string[][]> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const coming = page.waitForEvent('download', PATIENCE);
    await details(page).getByRole('button', { name: button }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^adit-fund-history-\d{4}-\d\d-\d\d\.csv$/);
    await details(page)
      .getByText(/rows were saved\./)
      .waitFor(PATIENCE);
    await details(page).getByRole('button', { name: 'Done' }).click();
    const text = await readFile(await file.path(), 'utf8');
    return text
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
  };
  const some = await save('Export only: Exchange, BTC');
  const everything = await save('Export everything');
  const [head = []] = everything;
  const column = (lines: string[][], name: string) => lines.slice(1).map((line) => line[head.indexOf(name)]);
  const all = await bank.history(ann.api);
  expect(column(everything, 'entry')).toEqual(all.map(({ entry }) => entry));
  expect(column(everything, 'amount')).toEqual(all.map(({ amount }) => amount));
  const filtered = all.filter(({ category: kind, coin }) => kind === 'exchange' && coin === 'BTC');
  expect(column(some, 'amount')).toEqual(filtered.map(({ amount }) => amount));
});

journey(
  'a large export goes to the disk as it comes, can be stopped, and says when it failed',
  async ({ on, guest }) => {
    guest.expectFault(/ERR_FAILED|503/);
    const page = await on();
    await page.evaluate(() => {
      const disk = ((window as unknown as { disk: string[] }).disk = []) as string[];
      const file = {
        write: async (part: Uint8Array) => void disk.push(new TextDecoder().decode(part)),
        close: async () => void disk.push('closed'),
        abort: async () => void disk.push('aborted'),
      };
      const picker = async () => ({ createWritable: async () => file });
      Object.assign(window, { showSaveFilePicker: picker });
    });
    const disk = () => page.evaluate(() => (window as unknown as { disk: string[] }).disk);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page)
      .getByText(/rows were saved\./)
      .waitFor(PATIENCE);
    expect((await disk()).at(-1)).toBe('closed');
    expect((await disk()).join('')).toMatch(/^\W?time,category/);
    expect(await violations(page)).toEqual([]);
    await details(page).getByRole('button', { name: 'Done' }).click();

    // A server that does not go on: the person stops it.
    await page.route('**/api/assets/export*', () => undefined);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page).getByText('0 rows so far').waitFor();
    await details(page).getByRole('button', { name: 'Cancel' }).click();
    await details(page).getByRole('button', { name: 'Export everything' }).waitFor();
    expect((await disk()).at(-1)).toBe('aborted');

    await page.unroute('**/api/assets/export*');
    await page.route('**/api/assets/export*', (route) => route.abort());
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page)
      .getByText(/No connection\..*No file was saved\./)
      .waitFor(PATIENCE);
    await page.unroute('**/api/assets/export*');
    await details(page).getByRole('button', { name: 'Export everything' }).click();
    await details(page)
      .getByText(/rows were saved\./)
      .waitFor(PATIENCE);
  },
);

journey('the last pages can be read without a network, by this account alone', async ({ on, guest, app }) => {
  const { context } = guest;
  const page = await on();
  await scrollTo(page, async () => (await page.evaluate(() => document.body.scrollHeight)) > 7500);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForTimeout(1000);
  guest.expectFault(/ERR_INTERNET_DISCONNECTED/);
  const other = await newcomer(app.url);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^No connection\. As of /).waitFor(PATIENCE);
  await row(page, /^Exchange/)
    .first()
    .waitFor(PATIENCE);
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(7000);
  await row(page, /^Exchange/)
    .first()
    .click();
  await details(page).getByText('Ledger entry').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText('The export comes from the server. It needs a connection.').waitFor();
  expect(await violations(page)).toEqual([]);

  const tab = await context.newPage();
  await enter(tab, other);
  await tab.goto(ROUTE);
  await tab.getByText('No connection. Please check your network and try again.').waitFor(PATIENCE);
  expect(await row(tab).count()).toBe(0);

  await context.setOffline(false);
  await page.getByText(/^No connection\. As of /).waitFor({ state: 'detached', ...PATIENCE });
});

journey('axe finds nothing on the list, at either width', async ({ visit, ann }) => {
  for (const viewport of [
    { width: 375, height: 812 },
    { width: 1280, height: 800 },
  ]) {
    const { page } = await visit({ viewport });
    await enter(page, ann);
    await page.goto(ROUTE);
    await row(page).first().waitFor(PATIENCE);
    expect(await violations(page), `${viewport.width}`).toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 3000));
    await page.waitForTimeout(500);
    expect(await violations(page), `${viewport.width}, scrolled`).toEqual([]);
  }
});
