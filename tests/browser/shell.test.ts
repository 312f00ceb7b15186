// The shell: every route opens, wrong ways are told, pages survive a lost network, and the app starts offline.
import { expect } from 'vitest';
import { journey, journeyWithWorker } from '#tests/support/journey.ts';

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
