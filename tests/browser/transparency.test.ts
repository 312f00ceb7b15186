// The transparency page as guest and as member: the books and their meaning, the user's own balance checked step by
// step, a tampered response detected, and an account newer than the tree that is told when to come back.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Output } from '#contract';
import { violations } from '#tests/support/axe.ts';
import { richPeople } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { DAY, ask, newcomer, skip } from '#tests/support/person.ts';

const ROUTE = '/#/pages/transparency/index';
const PATIENCE = { timeout: 30_000 };

const journey = plain.extend('people', { scope: 'file' }, ({ app, devnet }) =>
  richPeople(app.url, devnet, [{ ADIT: '200', BTC: '0.123456789012345678' }, { ADIT: '3' }]),
);

const main = (page: Page) => page.getByRole('main');
const shows = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor(PATIENCE);
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();

journey(
  'everybody sees the books, and each can check the own balance',
  async ({ app, people, guest, visit }) => {
    const [person] = people;
    if (!person) expect.fail('nobody has coins');
    const rootNow = async () => (await ask(client(app.url), 'GET /api/transparency', {})).root;
    const before = await rootNow();
    await skip(app.url, DAY);
    await vi.waitFor(async () => expect(await rootNow()).not.toBe(before), PATIENCE);
    const root = (await rootNow()) ?? '';
    const again = await newcomer(app.url, { wallet: person.wallet });

    const { page } = guest;
    await page.goto(ROUTE);
    await shows(page, /^This is a demo/);
    await shows(page, /adds up to zero/);
    await shows(page, root);
    await main(page).getByText('accounts, in total').click();
    await shows(page, 'ADIT 203');
    await main(page).getByText('Earlier roots').click();
    await main(page)
      .getByRole('button', { name: /^Copy the root of/ })
      .first()
      .waitFor(PATIENCE);
    await main(page).getByRole('button', { name: 'Connect wallet' }).waitFor(PATIENCE);
    expect(await violations(page), 'guest').toEqual([]);

    await enter(page, again);
    await page.reload();
    await press(page, 'Check my balance');
    await shows(page, 'Your balance is counted');
    await shows(page, '0.123456789012345678');
    expect(await main(page).getByText('Does not match').count()).toBe(0);
    await main(page).getByText('Show every level').click();
    const downloaded = page.waitForEvent('download');
    // A file dialog cannot be used here; the download through the browser is the path that others take.
    await page.evaluate(() => Reflect.set(window, 'showSaveFilePicker', undefined));
    await press(page, 'Save proof');
    expect((await downloaded).suggestedFilename()).toMatch(/^adit-proof-[\d-]+\.json$/);

    // A man in the middle reduces the balance.
    await page.route('**/api/transparency/proof*', async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as { data: Output<'GET /api/transparency/proof'> };
      reply.data.leaf.balances['ADIT'] = '199';
      await route.fulfill({ response, json: reply });
    });
    await press(page, 'Check again');
    await main(page).getByText('This proof does not hold').waitFor(PATIENCE);
    const wrong = main(page).getByRole('listitem').filter({ hasText: 'Does not match' });
    const names = await wrong.locator('span.font-semibold').allInnerTexts();
    expect(names).toEqual(expect.arrayContaining(['Your leaf', 'The published root', 'Your activity']));
    expect(await violations(page), 'tampered').toEqual([]);

    const late = await visit();
    late.expectFault(/status of 404/);
    await enter(late.page, await newcomer(app.url));
    await late.page.goto(ROUTE);
    await press(late.page, 'Check my balance');
    await shows(late.page, /^Your account is too new/);
  },
);
