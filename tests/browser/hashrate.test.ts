// Hashrate bought in steps and sold back at a loss, and the permanent miner by invitation, as people do it on the miner
// page.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault, atRest } from '#tests/support/seen.ts';
import { balances, richPeople } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { DAY, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { lostOnce } from '#tests/support/staking-page.ts';
import { leaveSheet } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };

const journey = plain.extend('people', { scope: 'file' }, ({ app, devnet }) =>
  richPeople(app.url, devnet, [{ USDT: '5' }, { USDT: '4' }, {}, { USDT: '12' }]),
);

const UNKNOWN = "No answer, so we can't tell if this went through.";

const sheet = (page: Page) => page.getByRole('dialog');
const says = (page: Page, text: string | RegExp) => sheet(page).getByText(text).first().waitFor(PATIENCE);
const press = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).click(PATIENCE);
const field = (page: Page) => sheet(page).getByRole('textbox');
const order = (page: Page) => sheet(page).locator('button[type=submit]');
/** The labelled figures of the final review or the receipt. */
const facts = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await sheet(page)
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map(({ textContent }) => textContent) as [string, string]),
      ),
  );

journey('hashrate is bought in steps, once, and counts on the page', async ({ people, guest }) => {
  const { page } = guest;
  const person = people[0] ?? expect.fail('nobody has USDT');
  guest.expectFault(/power\/buy/);
  await enter(page, person);
  await page.goto('/#/pages/mining/index');
  await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click(PATIENCE);

  await says(page, 'Available 5 USDT. In steps of 100, 0.01 USDT per hashrate.');
  await field(page).fill('150');
  await says(page, 'Hashrate is sold in steps of 100.');
  await order(page).click();
  expect(await atFault(page)).toBe('150');
  await field(page).fill('1.5');
  await says(page, 'Please enter a valid amount');
  // Shares are whole steps.
  await press(page, '50%');
  expect(await field(page).inputValue()).toBe('200');
  await press(page, 'All');
  expect(await field(page).inputValue()).toBe('500');
  expect(await sheet(page).getByRole('region').innerText()).toMatch(/12 → 17 ADIT[\s\S]*0\.12 → 0\.17 USDT/);
  expect(await violations(page), 'buy sheet').toEqual([]);

  await field(page).fill('300');
  // The second tap does not press what the first one puts in its place.
  await order(page).dblclick();
  await says(page, '300 hashrate adds 3 ADIT a day, worth 0.03 USDT');
  await says(page, 'after 100 full days at that value, if the repurchase fund can pay');
  expect(await facts(page)).toMatchObject({ 'You pay': '3 USDT', Fee: 'None', 'Balance after': '2 USDT' });
  expect(await violations(page), 'last look at the purchase').toEqual([]);
  await sheet(page).getByRole('button', { name: 'Pay 3 USDT' }).dblclick();
  await says(page, 'You bought');
  expect(await facts(page)).toEqual({
    'You paid': '3 USDT',
    'More per day': '3 ADIT',
    'Your hashrate now': '1,500',
  });
  expect(await violations(page), 'receipt of the purchase').toEqual([]);
  await press(page, 'Done');
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
  await page.getByRole('main').getByText('1,500', { exact: true }).first().waitFor(PATIENCE);
  const stored = () =>
    page.evaluate(
      () => (JSON.parse(sessionStorage.getItem('wallet') ?? '{}') as { powerNumber: string }).powerNumber,
    );
  await expect.poll(stored, PATIENCE).toBe('1500');

  // The response is lost: pressing again repeats the same order.
  await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click();
  await says(page, 'Available 2 USDT');
  await field(page).fill('100');
  await order(page).click();
  await lostOnce(page, '**/api/mining/power/buy');
  await press(page, 'Pay 1 USDT');
  await says(page, UNKNOWN);
  await press(page, 'Pay 1 USDT');
  await says(page, 'You bought');
  await press(page, 'Done');
  expect(await ask(person.api, 'GET /api/mining/power', {})).toMatchObject({
    purchased: '400',
    power: '1600',
  });
  expect((await balances(person.api))['USDT']).toBe('1');

  // What the balance does not cover leads to a deposit and back.
  await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click();
  // An input method composes; its text is grouped when it is complete.
  const keyboard = await page.context().newCDPSession(page);
  await field(page).fill('');
  for (const text of ['１', '１２', '123', '1234']) {
    const end = { selectionStart: text.length, selectionEnd: text.length };
    await keyboard.send('Input.imeSetComposition', { text, ...end });
    expect(await field(page).inputValue()).toBe(text);
  }
  await keyboard.send('Input.insertText', { text: '1234' });
  await expect.poll(() => field(page).inputValue(), PATIENCE).toBe('1,234');
  await field(page).fill('1000');
  await says(page, 'Insufficient balance: you have 1 USDT.');
  await press(page, 'Deposit USDT');
  await sheet(page).getByRole('heading', { name: 'Deposit' }).waitFor(PATIENCE);
  await expect.poll(() => field(page).inputValue(), PATIENCE).toBe('9');
  await page.keyboard.press('Escape');
  await sheet(page).getByRole('heading', { name: 'Buy hashrate' }).waitFor(PATIENCE);
  expect(await field(page).inputValue()).toBe('1,000');
  await leaveSheet(page);

  // Fund history shows how much was bought.
  await page.goto('/#/pages/asset/capital?category=purchase');
  await page.getByRole('button', { name: /^100 hashrate/ }).waitFor(PATIENCE);
  await page.getByRole('button', { name: /^300 hashrate/ }).click();
  await page.getByRole('dialog', { name: 'Purchase' }).getByText('300 hashrate').waitFor(PATIENCE);
  // The record is shared as a picture, like its receipt.
  const [picture] = await Promise.all([page.waitForEvent('download'), press(page, 'Share')]);
  expect(picture.suggestedFilename()).toBe('adit-receipt.png');
});

journey('purchased hashrate is sold back for 80 %, in Thai', async ({ people, visit }) => {
  const { page } = await visit({ locale: 'th-TH' });
  const person = people[1] ?? expect.fail('nobody has USDT');
  await ask(person.api, 'POST /api/mining/power/buy', { hashrate: '300' });
  await enter(page, person);
  await page.goto('/#/pages/mining/index');
  // Selling is the last possible action here.
  const sell = page.getByRole('main').getByRole('button').last();
  await sell.click(PATIENCE);
  await says(page, '0.008 USDT');
  await field(page).fill('301');
  await order(page).click();
  await expect.poll(() => atFault(page), PATIENCE).toBe('301');
  await field(page).fill('250');
  expect(await violations(page), 'sell sheet').toEqual([]);
  await order(page).click();
  // 250 × 0.01 less 20 %: the amount received, the loss, and the daily output afterwards.
  for (const figure of ['2 USDT', '0.5 USDT', '12.5 ADIT']) await says(page, figure);
  expect(await violations(page), 'last look at the sale').toEqual([]);
  const last = sheet(page).getByRole('button').last();
  await last.click();
  await says(page, '1,250');
  expect(await violations(page), 'receipt of the sale').toEqual([]);
  // The receipt's last button ends it; an immediate second tap would count as a double tap.
  await last.click({ delay: 600 });
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
  expect((await ask(person.api, 'GET /api/mining/power', {})).purchased).toBe('50');
  expect((await balances(person.api))['USDT']).toBe('3');
  expect(await page.locator('html').getAttribute('lang')).toBe('th');
});

journey(
  'a valid invited user activates the permanent miner, also when the answer is lost',
  async ({ app, people, guest }) => {
    const { page } = guest;
    guest.expectFault(/mining\/buy/);
    const host = people[2] ?? expect.fail('nobody is without coins');
    await ask(host.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(host.api, 'POST /api/mining/claim', {});
    await enter(page, host);
    await page.goto('/#/pages/mining/index');
    const activate = page.getByRole('main').getByRole('button', { name: 'Activate a permanent miner' });
    await activate.click(PATIENCE);
    await says(page, 'You have no valid users yet.');
    await says(page, 'Short by');
    expect(await sheet(page).getByRole('button', { name: 'Activate by invitation' }).count()).toBe(0);
    await sheet(page).getByRole('link', { name: 'Invite friends' }).click();
    await page.waitForURL(/#\/pages\/invite\/index/);

    const friend = await newcomer(app.url, { inviteCode: host.user.inviteCode });
    await verify(friend.api);
    await page.goto('/#/pages/mining/index');
    await activate.click(PATIENCE);
    await says(page, 'You have 1 valid user.');
    expect(await violations(page), 'activation sheet').toEqual([]);
    await lostOnce(page, '**/api/mining/buy');
    await press(page, 'Activate by invitation');
    await says(page, UNKNOWN);
    expect((await ask(host.api, 'GET /api/mining/index', {})).kind).toBe('permanent');
    expect(await violations(page), 'no answer').toEqual([]);
    await press(page, 'Activate by invitation');
    await says(page, 'Activated');
    expect(await facts(page)).toMatchObject({ 'You paid': 'Free' });
  },
);

journey(
  'a permanent miner is paid once, after a last look, and has its receipt',
  async ({ app, people, guest }) => {
    const { page } = guest;
    const person = people[3] ?? expect.fail('nobody has the price of a miner');
    guest.expectFault(/mining\/buy/);
    await ask(person.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(person.api, 'POST /api/mining/claim', {});
    await enter(page, person);
    await page.goto('/#/pages/mining/index');
    const second = await guest.context.newPage();
    await enter(second, person);
    await second.goto('/#/pages/mining/index');
    for (const tab of [second, page]) {
      await tab.bringToFront();
      await tab.getByRole('main').getByRole('button', { name: 'Activate a permanent miner' }).click(PATIENCE);
      await says(tab, 'Choose how to activate.');
    }
    await press(page, 'Activate for 10 USDT');
    await says(page, 'You pay');
    const agreed = { 'You get': 'Permanent miner', Fee: 'None', 'Balance after': '2 USDT' };
    expect(await facts(page)).toEqual(agreed);
    expect(await violations(page), 'last look at the activation').toEqual([]);
    // The answer is lost: the sheet stays, although miner and balance have changed by now, and trying again tells.
    await lostOnce(page, '**/api/mining/buy');
    await press(page, 'Pay 10 USDT and activate');
    await says(page, UNKNOWN);
    await vi.waitFor(async () => expect((await balances(person.api))['USDT']).toBe('2'), PATIENCE);
    await atRest(page);
    expect(await facts(page)).toEqual(agreed);
    await sheet(page).getByRole('button', { name: 'Pay 10 USDT and activate' }).dblclick();
    await says(page, 'Activated');
    expect(await facts(page)).toEqual({ 'You paid': '10 USDT', Hashrate: '1,200', 'Per day': '12 ADIT' });
    await press(page, 'Done');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
    expect((await balances(person.api))['USDT']).toBe('2');
    await second.bringToFront();
    await says(second, /^You already have a permanent miner/);
    expect(await sheet(second).getByText('Choose how to activate.').count()).toBe(0);
  },
);
