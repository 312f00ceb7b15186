// Open pages follow what happens elsewhere, without a reload.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { journey } from '#tests/support/journey.ts';
import { DAY, ask, newcomer, skip, verify } from '#tests/support/person.ts';

const PATIENCE = { timeout: 30_000 };
const stored = (page: Page) =>
  page.evaluate(() => (JSON.parse(sessionStorage.getItem('wallet') ?? '{}') as { balance?: string }).balance);

journey('a claim in one tab shows in another', async ({ app, guest: { page, context } }) => {
  const person = await newcomer(app.url);
  await verify(person.api);
  await ask(person.api, 'POST /api/mining/claim1', {});
  const other = await context.newPage();
  for (const tab of [page, other]) await enter(tab, person);
  await other.goto('/#/pages/asset/index');
  // Its own hint may lie over it: what counts is what stands on the page.
  const main = other.locator('main');
  await main.getByText('Total value').waitFor(PATIENCE);
  await expect.poll(() => stored(other), PATIENCE).toBe('0');

  await skip(app.url, DAY);
  await page.goto('/#/pages/mining/index');
  await page.getByRole('button', { name: /^Claim 12/ }).click();
  await expect.poll(() => stored(other), { timeout: 5000 }).toBe('12');
  // 12 ADIT at 0.01 USDT.
  await expect.poll(() => main.innerText(), { timeout: 5000 }).toMatch(/\b12\b[\s\S]*0\.12/);
  await other.close();
});
