// Sheets that cannot be opened by hand at any time, in every language on a small phone: for guests, newcomers, an ended
// cycle, an ended trial, a lost network. Each uses only its own language, fits 320 px and has no axe violations.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DEMO_COUPON } from '#rules/figures.ts';
import { inEveryLanguage } from '#tests/support/every-language.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { type Person, ask, DAY, newcomer, skip, verify } from '#tests/support/person.ts';
import { SMALL } from '#tests/support/seen.ts';
import { sheetEntriesGone } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 60_000 };
/** The wallet announces itself to every page under this name. */
const WALLET = 'Demo wallet';
const MINER = '/pages/mining/index';

const journey = plain.extend('people', { scope: 'file' }, async ({ app }) => {
  const [over, ended, ready] = await Promise.all([newcomer(app.url), newcomer(app.url), newcomer(app.url)]);
  await Promise.all([over, ended, ready].map(({ api }) => verify(api)));
  await Promise.all([over, ended].map(({ api }) => ask(api, 'POST /api/mining/claim1', {})));
  await skip(app.url, DAY);
  await ask(ended.api, 'POST /api/mining/claim', {});
  return { over, ended, ready };
});

const sheets = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"], dialog[open]');
/** It slides out after its links have become inactive. */
const drawer = (page: Page) => page.locator('[data-kind="drawer"]');
const mainButton = (page: Page) => page.getByRole('main').getByRole('button');

/** Reloads the page as a user, or as a guest. */
async function be(page: Page, route: string, person?: Person): Promise<void> {
  await page.evaluate(
    ([token, address]) => {
      sessionStorage.clear();
      if (!token) return;
      sessionStorage.setItem('token', token);
      sessionStorage.setItem('wallet', JSON.stringify({ address, isConnected: true }));
    },
    [person?.token, person?.wallet.address] as const,
  );
  await page.goto(`/?${Math.random()}#${route}`);
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await sheets(page).waitFor({ state: 'detached', ...PATIENCE });
  await sheetEntriesGone(page);
}

const press = (button: Locator): Promise<void> => button.click(PATIENCE);
const drawerButton = (page: Page, at: number) => sheets(page).getByRole('button').nth(at);

/** A drawer entry that opens its own sheet: the drawer must have closed. */
async function fromDrawer(page: Page, at: number): Promise<void> {
  await press(page.getByRole('banner').getByRole('button').first());
  await press(drawerButton(page, at));
  await drawer(page).waitFor({ state: 'detached', ...PATIENCE });
  await sheets(page).waitFor(PATIENCE);
}

type Look = (name: string, anew?: () => Promise<void>) => Promise<void>;

async function guestMoments(page: Page, look: Look): Promise<void> {
  await be(page, '/');
  await mainButton(page).first().waitFor(PATIENCE);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await fromDrawer(page, 1);
  await look('install');
  await leave(page);
  await press(mainButton(page).first());
  await sheets(page).getByRole('listitem').first().waitFor(PATIENCE);
  await look('connect');
  await press(sheets(page).getByRole('listitem').getByRole('button').first());
  await page.locator('dialog[open]').waitFor(PATIENCE);
  await look('signature');
}

async function newcomerMoments(page: Page, look: Look, person: Person): Promise<void> {
  const welcome = async () => {
    await be(page, '/', person);
    await sheets(page).getByRole('checkbox').waitFor(PATIENCE);
  };
  await welcome();
  // The server's texts, which stay as they are until the notice is accepted.
  await look('welcome', welcome);
  await press(sheets(page).getByRole('checkbox'));
  await leave(page);
  await look('verification');
  await page.goto(`/#${MINER}`);
  await press(mainButton(page).first());
  await sheets(page).waitFor(PATIENCE);
  await look('verification asked for');
  await leave(page);
  await page.goto('/#/pages/airdrop/index');
  await page.getByRole('main').getByRole('textbox').fill(DEMO_COUPON.code, PATIENCE);
  await press(page.getByRole('main').locator('button[type="submit"]'));
  await look('redeemed');
}

async function minerMoments(page: Page, look: Look, over: Person, ended: Person): Promise<void> {
  // It does not appear on home and the miner's page, which show the claim.
  await be(page, '/pages/asset/index', over);
  await sheets(page).waitFor(PATIENCE);
  await look('hint');
  await be(page, MINER, ended);
  await press(mainButton(page).first());
  await sheets(page).waitFor(PATIENCE);
  await look('activate');
}

/** The start never reaches the server: it stays queued, and signing out asks first. */
async function lostMoments(page: Page, look: Look, ready: Person): Promise<void> {
  await page.route('**/api/mining/claim1', (route) => route.abort('internetdisconnected'));
  await be(page, MINER, ready);
  await press(mainButton(page).first());
  await press(page.getByRole('main').locator('[role="status"] + button'));
  await sheets(page).waitFor(PATIENCE);
  await look('outbox');
  await leave(page);
  // Except on home, the menu is the last item in the bar.
  await press(page.getByRole('banner').getByRole('button').last());
  await press(sheets(page).getByRole('button').last());
  await drawer(page).waitFor({ state: 'detached', ...PATIENCE });
  await sheets(page).waitFor(PATIENCE);
  await look('signing out');
}

journey(
  'what comes up by itself speaks its language alone, fits a small phone and has no barrier, whatever it is switched to',
  async ({ app, visit, people }) => {
    const guest = await visit(SMALL);
    const { page } = guest;
    guest.expectFault(/ERR_INTERNET_DISCONNECTED/);
    // A page that does not know about the verification yet asks the server, which refuses.
    guest.expectFault(/403 \(Forbidden\) \(.*\/api\/mining\/claim1\)/);
    const { found, look } = await inEveryLanguage(page, { names: [WALLET] });
    await page.goto('/');
    await guestMoments(page, look);
    await newcomerMoments(page, look, await newcomer(app.url));
    await minerMoments(page, look, people.over, people.ended);
    await lostMoments(page, look, people.ready);
    expect(found).toEqual([]);
  },
);
