// Searching the fund history and filtering it by time: by words, amounts and transactions, from the address, without
// a connection, and beside its details on a desktop.
import { expect, vi } from 'vitest';
import { DEMO_COUPON } from '#rules/figures.ts';
import { violations } from '#tests/support/axe.ts';
import * as bank from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { details, end, journey, PATIENCE, ROUTE, row, texts } from '#tests/support/history-page.ts';
import { ask } from '#tests/support/person.ts';

const RECORDS = '**/api/assets/records?*';

journey(
  'a search finds by amount, word, coin, coupon and transaction, and stays in the address',
  async ({ on, ann }) => {
    const page = await on();
    const field = page.getByRole('searchbox', { name: 'Search activity' });
    const found = async (typed: string, text: RegExp) => {
      await field.fill(typed);
      await row(page, text).first().waitFor(PATIENCE);
      await vi.waitFor(
        async () => expect((await texts(page)).filter((each) => !text.test(each))).toEqual([]),
        PATIENCE,
      );
    };
    // With its decimals: a whole number would also find the entry with that number.
    await found('30.0', /−30/);
    await found('0.37 usdt', /−0\.37/);
    await found('withdr', /^Withdrawal/);
    await found('bitcoin', /BTC/);
    const sent = (await bank.history(ann.api)).find(({ category }) => category === 'withdraw');
    await found(sent?.txHash ?? '', /^Withdrawal/);
    await end(page).waitFor(PATIENCE);
    await found(`#${sent?.entry}`, /^Withdrawal/);
    await vi.waitFor(
      () => expect(new URL(page.url()).hash).toBe(`#/pages/asset/capital?search=%23${sent?.entry}`),
      PATIENCE,
    );
    // From another page, going back returns to the results.
    await page.goto('/#/pages/asset/index');
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).waitFor(PATIENCE);
    await page.goBack();
    await row(page, /^Withdrawal/).waitFor(PATIENCE);
    expect(await field.inputValue()).toBe(`#${sent?.entry}`);
    expect(await violations(page)).toEqual([]);
    const { code } = DEMO_COUPON;
    await ask(ann.api, 'POST /api/assets/redeem', { code });
    await found(code.slice(0, 7).toLowerCase(), new RegExp(`^Coupon ${code}`));
    // Details opened before a typed search has begun stay open; the results follow once they are closed.
    const first = await row(page).first().elementHandle();
    await field.evaluate((input, opener) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '30.0');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      (opener as HTMLElement).click();
    }, first);
    await details(page).waitFor(PATIENCE);
    await page.evaluate(() => new Promise((over) => setTimeout(over, 1000)));
    expect(await details(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await row(page, /−30/).first().waitFor(PATIENCE);
  },
);

journey('the number of entries that is announced is that of the rows shown', async ({ on, ann }) => {
  const swapped = (await bank.history(ann.api)).find(({ category }) => category === 'exchange');
  const page = await on(`?search=%23${swapped?.entry}`);
  await end(page).waitFor(PATIENCE);
  // A single row shows both sides.
  expect(await texts(page)).toEqual([expect.stringMatching(/BTC[^]*USDT/)]);
  await page
    .getByRole('status')
    .getByText(`“#${swapped?.entry}”: 1 entry`, { exact: true })
    .waitFor(PATIENCE);
});

/** A transaction of somebody else. */
const HASH = `0x${'a1'.repeat(32)}`;

journey('what cannot be found says why, and one tap shows everything again', async ({ on }) => {
  const page = await on();
  const field = page.getByRole('searchbox', { name: 'Search activity' });
  for (const [typed, said] of [
    ['lantern', 'Nothing found for “lantern”'],
    ['987654', 'Nothing found for “987654”'],
    [HASH, `Nothing found for “${HASH}”`],
    ['0x12', 'Add the next characters of the address or transaction.'],
    ['1,00,0', "1,00,0 isn't a clear amount. Type it without separators."],
    ['12 30', 'Search for one amount or transaction at a time.'],
  ] as const) {
    await field.fill(typed);
    await page.getByText(said).waitFor(PATIENCE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), typed).toBe(375);
  }
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page).first().waitFor(PATIENCE);
  expect(await field.inputValue()).toBe('');
});

journey('a period leaves its days, and impossible days cannot be chosen', async ({ on }) => {
  const page = await on();
  const period = page.getByRole('combobox', { name: 'Period' });
  await period.selectOption('today');
  await vi.waitFor(() => expect(new URL(page.url()).hash).toContain('period=today'), PATIENCE);
  await row(page, /^Withdrawal/).waitFor(PATIENCE);
  await period.selectOption('choose');
  const sheet = page.getByRole('dialog', { name: 'Choose dates' });
  await sheet.getByLabel('First day').fill('2020-03-02');
  await sheet.getByLabel('Last day').fill('2020-03-01');
  await sheet.getByText('The last day is before the first.').waitFor(PATIENCE);
  await sheet.getByLabel('Last day').fill('2020-03-04');
  await sheet.getByRole('button', { name: 'Show' }).click();
  await page.getByText('Nothing on these days').waitFor(PATIENCE);
  expect(new URL(page.url()).hash).toBe('#/pages/asset/capital?to=2020-03-04&from=2020-03-02');
  expect(await violations(page)).toEqual([]);
  // Like every filter, the days take the place of the ones before.
  await page.goBack();
  await page.waitForURL('about:blank');
});

journey('a search that fails says so in its place and can be tried again', async ({ on, guest }) => {
  guest.expectFault(/ERR_FAILED|ERR_INTERNET/);
  const page = await on();
  await page.route(RECORDS, (route) => route.abort());
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('30');
  // Tapped while it still fails: it recovers on its own, and the button would be gone.
  await page.getByRole('button', { name: /Try again|Tap to try again/ }).click(PATIENCE);
  await page.unroute(RECORDS);
  await row(page, /^Withdrawal.*−30/s).waitFor(PATIENCE);
});

journey(
  'a desktop has details beside the list, the slash leads to the search, and no filter is cut off',
  async ({ visit, ann }) => {
    const { page } = await visit({
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      hasTouch: false,
    });
    await enter(page, ann);
    await page.goto(ROUTE);
    await row(page).first().waitFor(PATIENCE);
    const last = await page.getByRole('radio').last().boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(1280);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    // The keys come with the rail.
    await page.locator('aside').getByRole('navigation').waitFor(PATIENCE);
    await page.keyboard.press('/');
    await page.keyboard.insertText('withdrawal');
    // The results replace the list, and with it any row chosen before.
    await vi.waitFor(async () => expect(await texts(page)).toHaveLength(1), PATIENCE);
    await row(page, /^Withdrawal/).click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText('Ledger entry').waitFor(PATIENCE);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await row(page, /^Withdrawal/).getAttribute('aria-current')).toBe('true');
    expect(await violations(page)).toEqual([]);
  },
);
