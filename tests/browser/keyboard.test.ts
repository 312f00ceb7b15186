// Whole journeys without a mouse, using only Tab, arrows, Enter, Space and Escape. The focus is always visible, and it
// is where people expect it after a page, a sheet or an action. One journey also works without a screen, by the
// accessibility tree and the announcements of a screen reader; the last one uses an on-screen keyboard.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { expectAt, expectSeen, press, reach, write } from '#tests/support/keyboard.ts';
import { listen } from '#tests/support/listening.ts';
import { ask, newcomer } from '#tests/support/person.ts';
import { openRace } from '#tests/support/race-play.ts';
import { isUncovered } from '#tests/support/seen.ts';
import { sheetEntriesGone, toasted } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 20_000 };
const DESK = { viewport: { width: 375, height: 640 }, isMobile: false, hasTouch: false };

const journey = plain
  /** Opens a page for a user with coins, a permanent miner and a stake, who has read the welcome notice. */
  .extend('person', ({ visit, session }) => async (route: string): Promise<Page> => {
    const { page } = await visit(DESK);
    await enter(page, session);
    await page.goto('/');
    await press(page.getByRole('checkbox', { name: 'I have read and agree' }), 'Space');
    await press(button(page, 'Continue'));
    await page.getByRole('dialog').waitFor({ state: 'detached', ...PATIENCE });
    await sheetEntriesGone(page);
    await page.goto(`/#${route}`);
    await expectAt(page.getByRole('heading', { level: 1 }));
    return page;
  });

const main = (page: Page) => page.getByRole('main');
const sheet = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Escape closes the sheet, and the focus returns to what opened it. */
async function leave(page: Page, back: ReturnType<typeof button>): Promise<void> {
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
  await sheetEntriesGone(page);
  await expectAt(back);
}

journey('from the first open to a running miner', async ({ visit }) => {
  const { page } = await visit(DESK);
  await page.goto('/');
  await main(page).getByRole('button', { name: 'Connect wallet' }).first().waitFor(PATIENCE);
  await press(page.getByRole('link', { name: 'Skip to content' }));
  await expectAt(main(page));
  await page.keyboard.press('Tab');
  await expectAt(main(page).getByRole('button', { name: 'Connect wallet' }));
  await page.keyboard.press('Enter');
  await press(sheet(page).getByRole('button', { name: /Demo wallet/ }));
  await press(page.getByRole('button', { name: 'Sign', exact: true }));
  await press(page.getByRole('checkbox', { name: 'I have read and agree' }), 'Space');
  await press(button(page, 'Continue to verification'));
  await expectAt(page.getByRole('heading', { level: 1, name: 'KYC Verification' }));
  await expect.poll(() => page.title()).toBe('KYC Verification · Adit');
  await press(button(page, 'Use sample documents'));
  await press(button(page, 'Start your miner'));
  await toasted(page, 'The miner has started');
  await expectSeen(page);
});

journey('coins are exchanged', async ({ person }) => {
  const page = await person('/pages/asset/index');
  await press(button(page, 'Swap'));
  await sheet(page).waitFor(PATIENCE);
  await write(sheet(page).getByRole('textbox').first(), '5');
  await press(sheet(page).getByRole('button', { name: 'Continue' }));
  await press(sheet(page).getByRole('button', { name: 'Swap 5 USDT' }));
  await sheet(page).getByText('You received').waitFor(PATIENCE);
  await expectSeen(page);
  await leave(page, button(page, 'Swap'));
});

journey('ADIT are staked', async ({ person }) => {
  const page = await person('/pages/pledge/index');
  await press(button(page, 'Stake ADIT'));
  await expectAt(sheet(page).getByRole('textbox'));
  await page.keyboard.type('100');
  await press(sheet(page).locator('button[type=submit]'));
  await press(sheet(page).getByRole('button', { name: 'Stake 100 ADIT' }));
  await sheet(page).getByText('You staked').waitFor(PATIENCE);
  await expectSeen(page);
});

journey('a number is guessed', async ({ person }) => {
  const page = await person('/pages/guessing/index');
  await reach(page.getByRole('spinbutton', { name: 'First digit' }));
  await page.keyboard.type('42');
  await expectAt(page.getByRole('spinbutton', { name: 'Third digit' }));
  await page.keyboard.press('ArrowUp');
  await press(button(page, /^Guess/));
  await press(sheet(page).getByRole('button', { name: /^Guess/ }));
  await sheet(page).getByText('Your guess is placed').waitFor(PATIENCE);
  await expectSeen(page);
  await leave(page, button(page, /^Guess/));
});

journey('a race is bet on', async ({ app, person }) => {
  await openRace(app.url);
  const page = await person('/pages/main/index');
  await press(page.getByRole('checkbox', { name: /^ETH,/ }), 'Space');
  await write(main(page).getByRole('textbox').first(), '3');
  await press(main(page).getByRole('button', { name: 'Bet', exact: true }));
  await press(sheet(page).getByRole('button', { name: /^Bet/ }));
  await sheet(page).getByRole('status').waitFor(PATIENCE);
  await expectSeen(page);
  await leave(page, main(page).getByRole('button', { name: 'Bet', exact: true }));
});

journey('where a pressed button disappears, the focus stays near', async ({ app, session, person }) => {
  const api = client(app.url).as(session.token);
  const page = await person('/pages/airdrop/index');
  await press(button(page, 'Fill in WELCOME-ADIT'));
  await press(button(page, 'Redeem'));
  await press(button(page, 'Redeem another code'));
  await expectAt(page.getByRole('textbox', { name: 'Coupon code' }));
  await expectSeen(page);

  await ask(api, 'POST /api/user/limits', { dailyBetLimit: '50' });
  await ask(api, 'POST /api/user/limits', { dailyBetLimit: '60' });
  await page.goto('/#/pages/limits/index');
  await press(button(page, 'Keep the current limit'));
  await expectAt(page.getByRole('textbox', { name: 'New daily limit' }));
  await expectSeen(page);

  await page.goto('/#/pages/notice/index');
  const list = main(page).getByRole('list', { name: 'Announcements' });
  await press(button(page, 'Mark all as read'));
  await expectAt(list.getByRole('link').first());
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('nowhere');
  await press(button(page, 'Show all announcements'));
  await expectAt(list.getByRole('link').first());

  await page.goto('/#/pages/asset/capital?category=refund');
  await press(button(page, 'Clear filters'));
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await expectSeen(page);
});

journey('the language is chosen in the drawer', async ({ visit }) => {
  const { page } = await visit(DESK);
  await page.goto('/#/pages/contact/index');
  await press(button(page, 'Menu'));
  await reach(page.getByRole('combobox', { name: 'Language' }));
  await page.keyboard.type('Ti');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('vi');
  await expectSeen(page);
  await expect.poll(() => page.title()).toBe('Liên hệ · Adit');
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
  await expectAt(page.getByRole('banner').getByRole('button').last());
});

journey('an announcement is read, with its pictures', async ({ visit }) => {
  const { page } = await visit(DESK);
  await page.goto('/#/pages/notice/index');
  await press(page.getByRole('link', { name: /How the miner works/ }));
  await expectAt(page.getByRole('heading', { level: 1, name: 'Announcement' }));
  const picture = button(page, /^Enlarge the picture:/);
  await press(picture.first());
  await sheet(page).waitFor(PATIENCE);
  await page.keyboard.press('+');
  await reach(sheet(page).getByRole('button', { name: 'Smaller' }));
  await leave(page, picture.first());
});

journey('a chart is a table to who cannot see it', async ({ person }) => {
  const page = await person('/pages/pledge/index');
  const ear = await listen(page);
  await ear.finds('slider', 'Rewards, last 30 days');
  await ear.press('button', 'Show as a table');
  await ear.finds('table', 'Rewards, last 30 days');
  await ear.finds('rowheader', /./);
  await ear.finds('cell', /ADIT/);
});

// This comes last: a skipped day ends the sessions of the others.
journey('from the first open to a claim, by what a screen reader is told', async ({ visit }) => {
  const { page } = await visit(DESK);
  const ear = await listen(page);
  await page.goto('/');
  await ear.press('button', 'Connect wallet');
  await ear.finds('dialog', /^Connect/);
  await ear.press('button', /^Demo wallet Try/);
  await ear.finds('dialog', 'Sign this text?');
  await ear.press('button', 'Sign');
  await ear.press('checkbox', 'I have read and agree');
  await ear.hears(/We won't show this again/);
  await ear.press('button', 'Continue to verification');
  await ear.finds('heading', 'KYC Verification');
  await ear.press('button', 'Use sample documents');
  await ear.hears(/This covers your miner and withdrawals/);
  await ear.press('button', 'Start your miner');
  await ear.hears(/The miner has started/);
  // The clock and the output change every second without being announced.
  await ear.finds('timer', /^/);
  expect(await ear.quiet(2500)).toEqual([]);
  await ear.press('button', 'Skip 24 h');
  await ear.press('button', /^Claim 12/);
  await ear.hears(/12 ADIT/);
});

/** Runs in the page: an on-screen keyboard covers its bottom. Browsers then shrink the visual viewport, not the page. */
const coverBy = (covered: number) => {
  Object.defineProperty(visualViewport, 'height', { configurable: true, value: innerHeight - covered });
  visualViewport?.dispatchEvent(new Event('resize'));
};

plain('a sheet moves up onto an on-screen keyboard', async ({ app, guest: { page } }) => {
  const bottom = (target: Locator) => target.evaluate((node) => node.getBoundingClientRect().bottom);
  await enter(page, await newcomer(app.url));
  await page.goto('/#/pages/asset/index');
  await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
  const sheet = page.getByRole('dialog');
  const field = sheet.getByRole('textbox', { name: 'Amount' });
  await field.click();
  // A click may come before the sheet has slid in all the way.
  await expect.poll(() => bottom(sheet)).toBe(812);
  await page.evaluate(coverBy, 520);
  expect(await bottom(sheet)).toBe(812 - 520);
  expect(await bottom(sheet.getByRole('button', { name: 'Continue' }))).toBeLessThanOrEqual(812 - 520);
  expect(await isUncovered(field)).toBe(true);
  await page.evaluate(coverBy, 0);
  expect(await bottom(sheet)).toBe(812);
});
