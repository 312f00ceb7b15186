// The airdrop page: a guest reads what it is, a wrong code is explained next to its field, and a good one is redeemed
// despite a double tap and then listed, even offline.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { operate } from '#tests/support/command.ts';
import { enter, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey, journeyWithWorker } from '#tests/support/journey.ts';
import { balance, newcomer } from '#tests/support/person.ts';
import { toasted } from '#tests/support/walk.ts';

const PAGE = '/#/pages/airdrop/index';
const PATIENCE = { timeout: 20_000 };

const main = (page: Page) => page.getByRole('main');
const shows = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor(PATIENCE);
const field = (page: Page) => main(page).getByRole('textbox', { name: 'Coupon code' });
const button = (page: Page) => main(page).getByRole('button', { name: 'Redeem', exact: true });
const row = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text });

journeyWithWorker('a coupon is redeemed, and the list of grants is kept', async ({ app, guest }) => {
  const { page, context } = guest;
  guest.expectFault(/status of 409|ERR_INTERNET_DISCONNECTED/);
  // A new one for each attempt of this journey.
  const code = `DEEP-${Math.round(performance.now())}`;
  const making = operate(app.dataDir, 'coupon', 'add', code, '--hashrate', '300', '--limit', '1');
  const person = await newcomer(app.url);
  await page.goto(PAGE);
  await shows(page, 'Please log in');
  await shows(page, 'How it works');
  expect(await violations(page), 'guest').toEqual([]);

  await enter(page, person);
  await page.goto(`/?${Date.now()}${PAGE.slice(1)}?code=no-such-1`);
  await row(page, 'Welcome gift').getByText('+1,200').waitFor(PATIENCE);
  expect(await field(page).inputValue()).toBe('no-such-1');
  await button(page).click();
  await shows(page, /nothing changed/);
  expect(await violations(page), 'refused').toEqual([]);

  await main(page).getByRole('button', { name: 'Fill in WELCOME-ADIT' }).click();
  await button(page).dblclick();
  await shows(page, 'Added to your balance.');
  // The second tap of a double tap may come only now, when another button is there.
  const another = main(page).getByRole('button', { name: 'Redeem another code' });
  await another.dispatchEvent('click', { detail: 2 });
  await shows(page, 'Added to your balance.');
  await row(page, 'WELCOME-ADIT').getByText('+5', { exact: true }).waitFor(PATIENCE);
  expect(await balance(person.api)).toBe('5');
  expect(await violations(page), 'redeemed').toEqual([]);

  expect(await making).toMatchObject({ code: 0 });
  await main(page).getByRole('button', { name: 'Redeem another code' }).click();
  // By touch it is the form: its field would open the keyboard.
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('main form'))).toBe(true);
  await field(page).fill('');
  await button(page).click();
  await shows(page, 'Enter a coupon code');
  expect(await atFault(page)).toBe('');
  await field(page).fill('  deeper-and-longer-than-twenty');
  expect(await field(page).inputValue()).toBe('deeper-and-longer-than-twenty');
  await button(page).click();
  expect(await atFault(page)).toBe('deeper-and-longer-than-twenty');
  await shows(page, 'Up to 20 letters, digits and hyphens');
  await field(page).fill(` ｄｅｅｐ${code.slice(4)}\n`);
  await field(page).press('Enter');
  await shows(page, /next start\.$/);
  await row(page, code).getByText('+300').waitFor(PATIENCE);
  expect((await person.api.call('GET /api/mining/power', {})).data.gifted).toBe('1500');

  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await main(page).getByRole('button', { name: 'Redeem another code' }).click();
  await shows(page, /needs a connection\.$/);
  await field(page).fill('LATER');
  expect(await button(page).isDisabled()).toBe(true);
  await page.reload();
  await row(page, code).waitFor(PATIENCE);
  await row(page, 'Welcome gift').waitFor(PATIENCE);
});

journey(
  'a coupon whose page is left is told on the next one, and another link fills in its own code',
  async ({ app, guest }) => {
    const { page } = guest;
    const code = `NEXT-${Math.round(performance.now())}`;
    const making = operate(app.dataDir, 'coupon', 'add', code, '--hashrate', '300', '--limit', '1');
    const open = (link: string) => page.evaluate((hash) => void (location.hash = hash), link);
    const filled = async (text: string) => {
      await expect.poll(() => field(page).inputValue(), PATIENCE).toBe(text);
    };
    await enter(page, await newcomer(app.url));
    await readNotice(page, (await client(app.url).call('GET /api/index', {})).data.welcome.version);
    await page.goto(`${PAGE}?code=no-such-1`);
    await field(page).waitFor(PATIENCE);
    await open(`${PAGE.slice(1)}?code=WELCOME-ADIT`);
    await filled('WELCOME-ADIT');

    const answer = Promise.withResolvers<void>();
    await page.route('**/api/assets/redeem', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await button(page).click();
    await open('#/');
    await field(page).waitFor({ state: 'detached', ...PATIENCE });
    answer.resolve();
    await toasted(page, 'Code redeemed');

    expect(await making).toMatchObject({ code: 0 });
    await open(`${PAGE.slice(1)}?code=${code}`);
    await filled(code);
    await button(page).click();
    await shows(page, /next start\.$/);
    // A reload must not fill in the used code.
    await expect.poll(() => new URL(page.url()).hash, PATIENCE).toBe(PAGE.slice(1));
    await open(`${PAGE.slice(1)}?code=LATER-1`);
    await filled('LATER-1');
  },
);
