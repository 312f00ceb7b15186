// Fund history as people read it: filters, endless scrolling, details, and rows that arrive in the meantime.
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import * as bank from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import {
  category,
  details,
  end,
  endInSight,
  journey,
  PATIENCE,
  ROUTE,
  row,
  rowInSight,
  scrollTo,
  swap,
  SWAPS,
  texts,
} from '#tests/support/history-page.ts';
import { atRest } from '#tests/support/seen.ts';
import { newcomer } from '#tests/support/person.ts';

const RECORDS = '**/api/assets/records?*';

journey(
  'an empty history says what it is for, and every filter leads back',
  async ({ guest: { page }, app }) => {
    await enter(page, await newcomer(app.url));
    await page.goto(ROUTE);
    await page.getByText('No activity yet').waitFor(PATIENCE);
    await category(page, 'Refund').click();
    await page.getByText('No refunds').waitFor(PATIENCE);
    await page.getByRole('combobox', { name: 'Coin' }).selectOption('BTC');
    await page.getByText('Only BTC is shown.').or(page.getByText('No refunds')).first().waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('No activity yet').waitFor(PATIENCE);
    expect(new URL(page.url()).hash).toBe('#/pages/asset/capital');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Deposit', exact: true }).click();
    await page.getByRole('dialog', { name: 'Deposit' }).waitFor(PATIENCE);
  },
);

journey('a guest is asked to connect', async ({ guest: { page } }) => {
  await page.goto(ROUTE);
  await page.getByText(/^Connect your wallet to see/).waitFor(PATIENCE);
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor();
});

journey('filters by category and coin stand in the address', async ({ on }) => {
  const page = await on();
  await category(page, 'Withdrawal').click();
  await end(page).waitFor(PATIENCE);
  expect(await texts(page)).toEqual([expect.stringMatching(/^Withdrawal[\s\S]+−30[\s\S]+USDT$/)]);
  expect(new URL(page.url()).hash).toBe('#/pages/asset/capital?category=withdraw');
  // Arrow keys move through the categories, as in any radio group.
  await page.keyboard.press('ArrowLeft');
  await vi.waitFor(async () => expect(await category(page, 'Deposit').isChecked()).toBe(true));
  await row(page, /^Deposit.*\+500/s).waitFor(PATIENCE);
  await page.goto(`${ROUTE}?category=exchange&coin=BTC`);
  await vi.waitFor(
    async () => expect(await texts(page)).not.toContainEqual(expect.stringContaining('USDT')),
    PATIENCE,
  );
  expect(await category(page, 'Swap').isChecked()).toBe(true);
  expect(await page.getByRole('combobox', { name: 'Coin' }).inputValue()).toBe('BTC');
  await page.goto(`${ROUTE}?category=loot&coin=%3F`);
  await row(page, /^Withdrawal/).waitFor(PATIENCE);
  expect(await category(page, 'All').isChecked()).toBe(true);
});

journey(
  'scrolling reaches the first movement; rows are told their place, and few are drawn',
  async ({ on, ann }) => {
    const page = await on();
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('li[aria-posinset]')].map((item) => Number(item.ariaPosInSet)),
      );
    const seen = new Set<number>();
    for (let n = 0, ended = false; !ended; n += 1) {
      expect(n).toBeLessThan(200);
      ended = await endInSight(page);
      const drawn = await places();
      expect(drawn.length).toBeLessThan(40);
      for (const place of drawn) seen.add(place);
      // From the page's current position: while older rows are fetched, it stays at the end of those it has.
      await page.evaluate(() => window.scrollBy(0, window.innerHeight));
      await atRest(page);
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = page.getByRole('group', { name: 'Activity' }).getByRole('listitem').last();
    await vi.waitFor(async () => expect(await last.innerText()).toMatch(/^Deposit/), PATIENCE);
    expect(await last.getAttribute('aria-setsize')).toBe(await last.getAttribute('aria-posinset'));
    // The demo's clock was moved once: the rows are listed under two days, nearly all of them under the later one.
    const count = Math.max(...seen);
    expect(count).toBeGreaterThan(SWAPS);
    expect(count).toBeLessThan((await bank.history(ann.api)).length - SWAPS / 2);
    expect(seen.size).toBe(count);
  },
);

journey('the place is kept over details and over a look at another page', async ({ on }) => {
  const page = await on();
  await scrollTo(page, async () => (await page.evaluate(() => window.scrollY)) > 2500);
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  // Rows are rendered a moment after scrolling, and a tap between two of them opens nothing.
  await vi.waitFor(async () => {
    // A slow sheet needs no second tap, which would close it.
    if ((await page.getByRole('dialog').count()) === 0) {
      const [x, y] = await rowInSight(page);
      await page.mouse.click(x, y);
    }
    await details(page).getByText('Ledger entry').waitFor({ timeout: 2000 });
  }, PATIENCE);
  const before = await place();
  // Until the sheet has its own history entry, going back would leave the page.
  const entry = () => page.evaluate(() => (history.state as { popup?: string } | null)?.popup);
  await expect.poll(entry, PATIENCE).toBeDefined();
  await page.evaluate(() => history.back());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await place()).toBe(before);
  await page.goto('/#/pages/asset/index');
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
  for (const part of ['−30', 'Confirmed', `#${paid.entry}`, 'Fee', 'Net amount', 'UTC'])
    expect(text).toContain(part);
  expect(text).toContain(`${paid.address?.slice(0, 6)}…${paid.address?.slice(-4)}`);
  expect(text).toContain(`${paid.txHash?.slice(0, 6)}…${paid.txHash?.slice(-4)}`);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const bought = find('exchange', 'BTC');
  // The coin filter hides the other side; the details fetch it.
  await page.getByRole('combobox', { name: 'Coin' }).selectOption('BTC');
  await row(page, /^Swap/).first().click();
  const sides = details(page).getByRole('list', { name: 'Both sides of this swap' });
  await vi.waitFor(async () => expect(await sides.getByRole('listitem').count()).toBe(2), PATIENCE);
  text = await sides.innerText();
  expect(text).toMatch(/You swapped\s+−0\.6 USDT[\s\S]+You received\s+\+0\.0\d+ BTC/);
  text = await details(page).innerText();
  expect(text).toContain(`#${bought.entry}`);
  expect(text).toMatch(/Rate\s+1 USDT = 0\.0000\d+ BTC\s+Fee, included\s+0\.0000000\d+ BTC/);
});

journey('hidden amounts are hidden in rows and in details', async ({ on }) => {
  const page = await on();
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await vi.waitFor(async () => expect((await texts(page)).join()).not.toMatch(/[+−]\d/), PATIENCE);
  await row(page, /^Withdrawal/).click();
  await details(page).getByText('Ledger entry').waitFor();
  expect(await details(page).innerText()).not.toMatch(/[+−]?\d+(\.\d+)? USDT/);
});

journey('older rows that do not come can be asked for again', async ({ on, guest }) => {
  guest.expectFault(/ERR_FAILED|ERR_INTERNET/);
  const page = await on();
  await page.route(RECORDS, (route) =>
    route.request().url().includes('cursor=') ? route.abort() : route.fallback(),
  );
  // The second page may have been loaded already: a filter starts over.
  await category(page, 'Swap').click();
  await scrollTo(page, () => page.getByRole('button', { name: 'Try again' }).isVisible());
  await page.getByRole('alert').getByText("We can't reach the server.").waitFor();
  const rows = await page.getByRole('group', { name: 'Activity' }).boundingBox();
  await page.unroute(RECORDS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await scrollTo(page, () => endInSight(page));
  expect((await page.getByRole('group', { name: 'Activity' }).boundingBox())?.height).toBeGreaterThan(
    rows?.height ?? 0,
  );
});

journey('newer rows come by themselves and leave the reader where he is', async ({ on, ann, guest }) => {
  // The page listens to live events once it is idle.
  const live = guest.page.waitForResponse('**/api/events', PATIENCE);
  const page = await on();
  await live;
  await page.evaluate(() => window.scrollTo(0, 1200));
  await atRest(page);
  const read = await page.evaluate(() => {
    const item = [...document.querySelectorAll('li')].find((each) => each.getBoundingClientRect().top > 250);
    return {
      place: Number(item?.ariaPosInSet),
      text: item?.innerText,
      y: item?.getBoundingClientRect().top ?? 0,
    };
  });
  await swap(ann, '7.77');
  // One row is inserted above it, for both sides.
  const later = page.locator(`li[aria-posinset="${read.place + 1}"]`);
  await vi.waitFor(async () => expect(await later.innerText()).toBe(read.text), PATIENCE);
  await vi.waitFor(async () =>
    expect(Math.abs(((await later.boundingBox())?.y ?? 0) - read.y)).toBeLessThan(2),
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  await row(page, /^USDT → BTC.*\+0\.\d+ BTC.*−7\.77 USDT/s).waitFor(PATIENCE);

  // At the top, new rows appear immediately.
  await swap(ann, '8.88');
  await row(page, /−8\.88/).waitFor(PATIENCE);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
