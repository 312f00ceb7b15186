// The repurchase page from a full fund to an empty one: a swap that appears in its history, and sales that the fund
// cannot pay.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { balances, richPeople } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { devnetOf } from '#tests/support/money.ts';
import { ask } from '#tests/support/person.ts';

const PATIENCE = { timeout: 30_000 };

const journey = plain.extend('people', { scope: 'file' }, async ({ app }, { onCleanup }) => {
  const devnet = await devnetOf(app);
  onCleanup(() => devnet.close());
  return richPeople(app.url, devnet, [{ USDT: '3', ADIT: '200' }, { ADIT: '101000' }]);
});

const sheet = (page: Page) => page.getByRole('dialog');
const says = (page: Page, text: string | RegExp) => sheet(page).getByText(text).first().waitFor(PATIENCE);
const shows = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByText(text).first().waitFor(PATIENCE);
const order = (page: Page) => sheet(page).locator('button[type=submit]');

journey('the fund buys while it lasts, and says what it can still pay', async ({ people, guest }) => {
  const { page } = guest;
  guest.expectFault(/status of 409/);
  const [person, seller] = people;
  if (!person || !seller) expect.fail('nobody has coins');

  await page.goto('/#/pages/buyback/index');
  await shows(page, 'Please log in');
  await shows(page, 'Nothing has been repurchased yet');
  expect(await violations(page), 'guest').toEqual([]);

  // Demo mode's fund holds 1,000 USDT; buying hashrate adds three.
  await ask(person.api, 'POST /api/mining/power/buy', { hashrate: '300' });
  await enter(page, person);
  await page.reload();
  await shows(page, /The fund can still buy/);
  await shows(page, '100,300 ADIT');
  await page.getByRole('main').getByRole('button', { name: 'Swap ADIT for USDT' }).click();
  await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('100');
  await says(page, 'You give 100 ADIT and receive about 0.997 USDT');
  await order(page).click();
  await says(page, 'You received');
  await sheet(page).getByRole('button', { name: 'Done', exact: true }).click();
  const bought = page.getByRole('listitem').filter({ hasText: 'ADIT bought' });
  await bought.getByText('for 1 USDT').waitFor(PATIENCE);
  await shows(page, '50 ADIT');
  expect(await violations(page), 'signed in').toEqual([]);

  // Somebody else is faster while the sheet is open: 1,001 of the fund's 1,002 USDT are gone.
  await page.getByRole('main').getByRole('button', { name: 'Sell hashrate back' }).click();
  await sheet(page).getByRole('textbox').fill('300');
  await says(page, 'You receive 2.4 USDT and lose 0.6 USDT');
  await ask(seller.api, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '100100' });
  await order(page).click();
  await sheet(page).getByRole('alert').waitFor(PATIENCE);
  await says(page, 'It is enough for 125 hashrate now.');
  await order(page).click();
  await expect.poll(() => atFault(page), PATIENCE).toBe('300');
  expect((await ask(person.api, 'GET /api/mining/power', {})).purchased).toBe('300');
  await sheet(page).getByRole('button', { name: 'All', exact: true }).click();
  await says(page, 'Sell 125 hashrate for 1 USDT');
  await order(page).click();
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
  expect((await balances(person.api))['USDT']).toBe('1.997');

  await shows(page, 'The fund is empty now');
  await page.getByRole('listitem').filter({ hasText: 'Hashrate bought' }).getByText('125').waitFor(PATIENCE);
  const swap = page.getByRole('main').getByRole('button', { name: 'Swap ADIT for USDT' });
  await vi.waitFor(() => expect(swap.isDisabled()).resolves.toBe(true), PATIENCE);
  await page.getByRole('main').getByRole('button', { name: 'Sell hashrate back' }).click();
  await says(page, 'The repurchase fund cannot pay now');
  expect(await order(page).count()).toBe(0);
  expect(await violations(page), 'empty fund').toEqual([]);
});
