// The component gallery as served by `npm run dev`: every group opens without errors or axe violations and shows the
// parts that it names; a long press there is not also a tap.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOLD_MS, SLIP_PX } from '#ui/long-press.rules.ts';
import { violations } from '#tests/support/axe.ts';
import { launchShell, visitor } from '#tests/support/browser.ts';
import { startDevServer } from '#tests/support/dev-server.ts';
import { putFingerOn } from '#tests/support/finger.ts';
import { ROOT } from '#tests/support/steps.ts';
import { uiParts } from '#tests/support/ui-parts.ts';

const walk = test
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startDevServer(['gallery/start.tsx']);
    onCleanup(() => server.stop());
    return server;
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchShell();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('page', async ({ server, browser }, { onCleanup }) => {
    const guest = await visitor(browser, server.url);
    const { page } = guest;
    onCleanup(async () => {
      await guest.close();
      expect(guest.faults()).toEqual([]);
    });
    // Its first load transforms every module.
    await page.goto('/gallery', { timeout: 120_000 });
    await page.getByRole('heading', { name: 'Gallery' }).waitFor({ timeout: 60_000 });
    return page;
  });

walk('every group opens, is without barriers, and shows all parts together', async ({ page }) => {
  const groups = await page.getByRole('navigation').getByRole('link').allTextContents();
  const shown = new Set<string>();
  for (const group of groups) {
    await page.getByRole('link', { name: group, exact: true }).click();
    await page.locator(`main[data-group="${group}"] [data-piece]`).first().waitFor();
    expect(await violations(page), group).toEqual([]);
    for (const piece of await page.locator('[data-piece]').all())
      for (const name of ((await piece.getAttribute('data-piece')) ?? '').split(' ')) shown.add(name);
  }
  expect((await uiParts()).filter(({ name }) => !shown.has(name))).toEqual([]);
});

walk('a finger that rests presses long and does not tap; one that slips taps as ever', async ({ page }) => {
  await page.getByRole('link', { name: 'gestures', exact: true }).click();
  const target = page.getByRole('button', { name: /^held \d/ });
  await target.waitFor();
  // The page's clock stands still, so that a busy machine cannot prolong the press.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(600_000);
  const slipped = await putFingerOn(target);
  await slipped.slip(SLIP_PX + 2);
  await page.clock.runFor(2 * HOLD_MS);
  await slipped.lift();
  await target.filter({ hasText: 'held 0, tapped 1' }).waitFor();
  const held = await putFingerOn(target);
  await page.clock.runFor(HOLD_MS);
  await target.filter({ hasText: 'held 1, tapped 1' }).waitFor();
  await held.lift();
  await target.tap();
  await target.filter({ hasText: 'held 1, tapped 2' }).waitFor();
});

walk('the digits of a drum keep apart in text of twice the size', async ({ page }) => {
  await page.getByRole('link', { name: 'games', exact: true }).click();
  const drum = page.locator('[data-piece~=DrumView] [aria-hidden=true]').first();
  const ofWindow = () =>
    drum.evaluate(
      (view: HTMLElement) => (view.querySelector<HTMLElement>('span')?.offsetHeight ?? 0) / view.offsetHeight,
    );
  const usual = await ofWindow();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html{font-size:32px!important}');
    document.adoptedStyleSheets = [sheet];
  });
  expect(await ofWindow()).toBeCloseTo(usual, 2);
});

test('nothing of it is in the build', async () => {
  const dist = join(ROOT, 'dist');
  const files = await readdir(dist, { recursive: true });
  expect(files.filter((name) => /gallery\.html|gallery-|frame-/.test(name))).toEqual([]);
  const texts = files.filter((name) => /\.(js|css|html)$/.test(name));
  for (const name of texts)
    expect(await readFile(join(dist, name), 'utf8'), name).not.toContain('data-piece');
});

walk('a figure that runs while the language changes still comes to its value', async ({ page }) => {
  await page.getByRole('link', { name: 'figures', exact: true }).click();
  const piece = page.locator('[data-piece~=AnimatedNumber]');
  const change = piece.getByRole('button', { name: 'Change' });
  await change.waitFor();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(600_000);
  const figure = piece.locator('[aria-hidden=true]').first();
  const texts = new Set<string>();
  // One of the two ways leads to 0, which is the same text in every language.
  for (const language of ['日本語', 'English']) {
    await change.click();
    await page.clock.runFor(200);
    texts.add(await figure.innerText());
    await page.getByRole('button', { name: language }).click();
    await page.locator(`html[lang=${language === 'English' ? 'en' : 'ja'}]`).waitFor();
    await page.clock.runFor(2000);
    expect(await figure.innerText()).toBe(await piece.locator('.sr-only').first().innerText());
  }
  expect(texts).not.toContain('0');
});
