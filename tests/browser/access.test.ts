// What axe finds on the finished pages and their sheets, for a guest and for somebody signed in.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from '#tests/support/journey.ts';
import { signIn } from '#tests/support/walk.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const ROUTES = [
  '/',
  '/pages/mining/index',
  '/pages/asset/index',
  '/pages/authentication/index',
  '/pages/contact/index',
];

interface Finding {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** Violations of WCAG 2.2 A and AA; the strict policy lets no script in, so axe comes in through the debugger. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found = await page.evaluate(() =>
    (
      globalThis as unknown as {
        axe: { run: (on: object, how: object) => Promise<{ violations: Finding[] }> };
      }
    ).axe
      // The transparent bar is fixed over the hero, a layer of its own: axe takes its white words to stand on the page's grey.
      .run({ exclude: ['header'] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      .then((result) => result.violations),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
}

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
