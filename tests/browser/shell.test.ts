// The shell: every route opens, wrong ways are told, pages survive a lost network, and the app starts offline.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { journey, journeyWithWorker } from '#tests/support/journey.ts';
import { newcomer } from '#tests/support/person.ts';
import { sheetEntriesGone } from '#tests/support/walk.ts';

const ROUTES = [
  '/',
  '/pages/index/index',
  '/pages/main/main',
  '/pages/main/index',
  '/pages/main/record',
  '/pages/main/result',
  '/pages/buyback/index',
  '/pages/mining/index',
  '/pages/asset/index',
  '/pages/asset/capital',
  '/pages/pledge/index',
  '/pages/pledge/detail',
  '/pages/guessing/index',
  '/pages/guessing/previous',
  '/pages/invite/index',
  '/pages/airdrop/index',
  '/pages/authentication/index',
  '/pages/notice/index',
  '/pages/notice/details',
  '/pages/contact/index',
];

journey('all nineteen routes and the alias open with a title and a way on', async ({ guest: { page } }) => {
  for (const route of ROUTES) {
    await page.goto(`/#${route}`);
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 20_000 });
    const main = page.getByRole('main');
    await main.getByRole('button').or(main.getByRole('link')).first().waitFor({ timeout: 20_000 });
  }
});

journey('the drawer has its eleven entries in their order', async ({ guest: { page } }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const entries = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await entries.first().waitFor();
  expect((await entries.allInnerTexts()).map((text) => text.trim())).toEqual([
    'Home',
    'Miner Management',
    'Asset Center',
    'Staking',
    'Web3 Games',
    'Web3 Guess',
    'Invite Friends',
    'Token Repurchase',
    'KYC Verification',
    'Announcements',
    'Contact Us',
  ]);
});

/** One finger, sideways. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch('touchStart', from);
  await touch('touchMove', (from + to) / 2);
  await touch('touchMove', to);
  await touch('touchEnd');
  await cdp.detach();
}

/** What is loaded once the page is idle is there: the demo bar comes last. */
const runsBehind = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[data-bars]')?.childElementCount);

const sheetHasEntry = (page: Page) =>
  page.waitForFunction(() => (history.state as { popup?: string } | null)?.popup !== undefined);

journey('the drawer: by button and edge swipe; away by swipe, back and Escape', async ({ guest }) => {
  const { page } = guest;
  await page.goto('/');
  const [drawer, menu] = [
    page.getByRole('dialog', { name: 'Menu' }),
    page.getByRole('button', { name: 'Menu' }),
  ];
  await menu.click();
  await drawer.getByRole('link').first().waitFor();
  await sheetHasEntry(page);
  // Tab goes round in it.
  await page.keyboard.press('Shift+Tab');
  expect(await drawer.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(await menu.evaluate((node) => node === document.activeElement)).toBe(true);

  await sheetEntriesGone(page);
  await runsBehind(page);
  await swipe(page, 8, 120);
  await drawer.getByRole('link').first().waitFor();
  await sheetHasEntry(page);
  await swipe(page, 250, 120);
  await drawer.waitFor({ state: 'detached' });
  await sheetEntriesGone(page);
  await swipe(page, 150, 300);
  expect(await drawer.count()).toBe(0);

  await menu.click();
  await drawer.getByRole('link').first().waitFor();
  await sheetHasEntry(page);
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
});

journey(
  'back leaves a popup and not the page; amounts that were hidden are hidden on home',
  async ({ app, guest: { page } }) => {
    await enter(page, await newcomer(app.url));
    await page.addInitScript(() => localStorage.setItem('hideAmounts', 'true'));
    await page.goto('/');
    // The welcome notice comes by itself.
    await page.getByRole('dialog').getByRole('checkbox').waitFor();
    await sheetHasEntry(page);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
    await page.getByText('••••').waitFor();
  },
);

journey('a toast never covers the button that was used', async ({ app, guest: { page } }) => {
  await enter(page, await newcomer(app.url));
  await page.goto('/#/pages/invite/index');
  const copy = page.getByRole('button', { name: 'Copy code' });
  const toast = page.locator('[data-toasts] > div');
  await copy.waitFor();
  await runsBehind(page);
  await copy.click();
  await toast.waitFor();
  const [button, words] = [await copy.boundingBox(), await toast.boundingBox()];
  if (!button || !words) throw new Error('nothing is shown');
  expect(words.y > button.y + button.height || words.y + words.height < button.y).toBe(true);
});

journeyWithWorker('after one visit the shell starts without a network', async ({ guest }) => {
  const { page, context } = guest;
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  guest.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor({ timeout: 20_000 });
  await page.goto('/#/pages/mining/index');
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 20_000 });
});

journey('the first screen loads no wallet code', async ({ guest: { page } }) => {
  const files: string[] = [];
  page.on('response', (response) => void files.push(new URL(response.url()).pathname));
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(files.filter((path) => path.startsWith('/assets/wallet/'))).toEqual([]);
});
