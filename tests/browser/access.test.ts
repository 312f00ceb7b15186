// What axe finds on the finished pages and their sheets, for a guest and for somebody signed in.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { journey } from '#tests/support/journey.ts';
import { signIn } from '#tests/support/walk.ts';

const ROUTES = [
  '/',
  '/pages/mining/index',
  '/pages/asset/index',
  '/pages/authentication/index',
  '/pages/contact/index',
];

async function open(page: Page, route: string): Promise<void> {
  await page.goto(`/#${route}`);
  const main = page.getByRole('main');
  await main.getByRole('button').or(main.getByRole('link')).first().waitFor({ timeout: 20_000 });
  // What fades in has no contrast yet.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))),
  );
}

journey(
  'guests meet no barrier that axe knows, with the connect sheet open as well',
  async ({ guest: { page } }) => {
    for (const route of ROUTES) {
      await open(page, route);
      expect(await violations(page), route).toEqual([]);
    }
    await open(page, '/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().click();
    await page.getByRole('list', { name: 'Wallets' }).waitFor();
    await page.waitForTimeout(400);
    expect(await violations(page), 'connect sheet').toEqual([]);
  },
);

journey('the signed-in meet none either', async ({ guest: { page } }) => {
  await signIn(page);
  for (const route of ROUTES) {
    await open(page, route);
    expect(await violations(page), route).toEqual([]);
  }
});
