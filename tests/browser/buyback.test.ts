// The repurchase page over a day: a swap that appears in its history, a share of the budget that is used up, and
// hashrate that is sold back.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { produce, richPeople } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { ask } from '#tests/support/person.ts';

const PATIENCE = { timeout: 30_000 };

const journey = plain.extend('people', { scope: 'file' }, async ({ app, devnet }) => {
  const people = await richPeople(app.url, devnet, [{ USDT: '3', ADIT: '50' }, {}]);
  for (const person of people) await produce(app.dataDir, person, '3000');
  return people;
});

const sheet = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).click(PATIENCE);
const says = (page: Page, text: string | RegExp) => sheet(page).getByText(text).first().waitFor(PATIENCE);
const shows = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByText(text).first().waitFor(PATIENCE);
const order = (page: Page) => sheet(page).locator('button[type=submit]');

journey(
  'the fund buys what was produced within the day’s budget, and hashrate is always taken back',
  async ({ people, guest }) => {
    const { page } = guest;
    guest.expectFault(/status of 409/);
    const [person, seller] = people;
    if (!person || !seller) expect.fail('nobody has coins');

    await page.goto('/#/pages/buyback/index');
    await shows(page, 'Please log in');
    await shows(page, 'No repurchases yet');
    expect(await violations(page), 'guest').toEqual([]);

    // Demo mode's fund holds 1,000 USDT and spends 100 a day, a fifth of it for one account; 0.6 came in today.
    await ask(person.api, 'POST /api/mining/power/buy', { hashrate: '300' });
    await enter(page, person);
    await page.reload();
    await shows(page, /Fund can buy from you today/);
    await shows(page, '2,012 ADIT');
    await shows(page, '3,000 ADIT');
    await page.getByRole('main').getByRole('button', { name: 'Swap ADIT for USDT' }).click();
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('100');
    await sheet(page).getByRole('region').getByText('0.992015 USDT').waitFor(PATIENCE);
    await order(page).click();
    await press(page, 'Swap 100 ADIT');
    await says(page, 'You received');
    await sheet(page).getByRole('button', { name: 'Done', exact: true }).click();
    const bought = page.getByRole('listitem').filter({ hasText: '100 ADIT' });
    await bought.getByText('for 1 USDT').waitFor(PATIENCE);
    await shows(page, '50 ADIT');
    await shows(page, '2,900 ADIT');
    expect(await violations(page), 'signed in').toEqual([]);

    // More than one's share of the budget: the refusal states the share, and that much is bought.
    await page.getByRole('main').getByRole('button', { name: 'Swap ADIT for USDT' }).click();
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('1950');
    await says(page, /^The repurchase fund can buy up to 1,912 ADIT from you today\. Its budget renews /);
    expect(await violations(page), 'beyond the share').toEqual([]);
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('1912');
    await vi.waitFor(() => expect(order(page).isEnabled()).resolves.toBe(true), PATIENCE);
    await order(page).click();
    await press(page, 'Swap 1,912 ADIT');
    await says(page, 'You received');
    await sheet(page).getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Swap ADIT for USDT' }).click();
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('1');
    await says(page, /^The repurchase fund can't buy more from you today\. Its budget renews /);
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });

    // Somebody else sells too: they have their own share, and hashrate is bought back whatever the fund holds.
    await ask(seller.api, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '500' });
    await page.getByRole('main').getByRole('button', { name: 'Sell hashrate back' }).click();
    await sheet(page).getByRole('textbox').fill('301');
    await order(page).click();
    await expect.poll(() => atFault(page), PATIENCE).toBe('301');
    await sheet(page).getByRole('button', { name: 'All', exact: true }).click();
    await press(page, 'Continue');
    await says(page, /^You receive 2\.4 USDT and lose 0\.6 USDT/);
    await press(page, 'Sell 300 hashrate');
    await says(page, 'You received');
    await press(page, 'Done');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
    expect((await ask(person.api, 'GET /api/mining/power', {})).purchased).toBe('0');
    await page.getByRole('listitem').filter({ hasText: 'Hashrate' }).getByText('300').waitFor(PATIENCE);
    await page.getByRole('main').getByText('You have no purchased hashrate').waitFor(PATIENCE);
    expect(await violations(page), 'nothing left to sell').toEqual([]);

    // The user's own sales are in the public list.
    const sales = page.getByRole('listitem').filter({ hasText: /^(ADIT|Hashrate)/ });
    expect((await sales.allInnerTexts()).join()).toMatch(/1,912 ADIT[^]*for 19\.12 USDT/);
    await page.evaluate(() => localStorage.setItem('hideAmounts', 'true'));
    await page.reload();
    await sales.getByText('for •••• USDT').first().waitFor(PATIENCE);
    expect((await sales.allInnerTexts()).join()).not.toMatch(/\d (ADIT|USDT)|Hashrate[^•]*\b300\b/);
  },
);
