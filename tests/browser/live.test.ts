// Open pages follow what happens elsewhere, without a reload.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from '#tests/support/journey.ts';
import { chooseDemoWallet, sign, signIn, startMiner, verify } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };
const stored = (page: Page) =>
  page.evaluate(() => (JSON.parse(sessionStorage.getItem('wallet') ?? '{}') as { balance?: string }).balance);

journey('a claim in one tab shows in another', async ({ guest: { page, context } }) => {
  await signIn(page);
  await verify(page);
  await startMiner(page);
  const other = await context.newPage();
  await chooseDemoWallet(other);
  await sign(other);
  await other.goto('/#/pages/asset/index');
  // Its own hint may lie over it: what counts is what stands on the page.
  const main = other.locator('main');
  await main.getByText('Total value').waitFor(PATIENCE);
  expect(await stored(other)).toBe('0');

  await page.getByRole('button', { name: 'Skip 24 h' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go to start' }).click(PATIENCE);
  await page.getByRole('button', { name: /^Claim 12/ }).click();
  await expect.poll(() => stored(other), { timeout: 5000 }).toBe('12');
  // 12 ADIT at 0.01 USDT.
  await expect.poll(() => main.innerText(), { timeout: 5000 }).toMatch(/\b12\b[\s\S]*0\.12/);
  await other.close();
});
