// A desktop, at 1280 px: the menu as a rail, sheets as panels, lists with their details beside them, and shortcuts;
// using only the keyboard.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { violations } from '#tests/support/axe.ts';
import { enter } from '#tests/support/enter.ts';
import { newcomer } from '#tests/support/person.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { expectAt, expectSeen, press } from '#tests/support/keyboard.ts';
import { agree, runsBehind, sheetEntriesGone } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 20_000 };
const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

const journey = plain.extend('page', async ({ visit }) => (await visit(DESK)).page);

const rail = (page: Page) => page.getByRole('complementary', { name: 'Menu' });
const line = (page: Page, name: string) => rail(page).getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const bar = (page: Page) => page.getByRole('banner');
const sheet = (page: Page) => page.getByRole('dialog');
const hash = (page: Page) => page.evaluate(() => location.hash);
async function expectHash(page: Page, wanted: string): Promise<void> {
  await expect.poll(() => hash(page), PATIENCE).toBe(wanted);
}

/** `g` and the key of a page, sent together: the second one counts for a short time only. */
const goesBy = (page: Page, key: string) => Promise.all([page.keyboard.press('g'), page.keyboard.press(key)]);

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing is shown');
  return box;
}

journey('the rail leads everywhere by keyboard, and says where one is', async ({ page }) => {
  await page.goto('/');
  await press(line(page, 'Miner Management'));
  await expectAt(title(page, 'Miner Management'));
  expect(await line(page, 'Miner Management').getAttribute('aria-current')).toBe('page');
  expect(await line(page, 'Home').getAttribute('aria-current')).toBeNull();
  expect(await violations(page)).toEqual([]);
  // Its order is the drawer's, which narrow windows have instead.
  const wide = await rail(page).getByRole('navigation').getByRole('link').allInnerTexts();
  await page.setViewportSize({ width: 1000, height: 800 });
  await rail(page).waitFor({ state: 'detached', ...PATIENCE });
  await page.getByRole('button', { name: 'Menu' }).click();
  const lines = sheet(page).getByRole('navigation').getByRole('link');
  await expect.poll(() => lines.allInnerTexts(), PATIENCE).toEqual(wide);
  // A window that has grown meanwhile has the rail and no drawer.
  await page.setViewportSize(DESK.viewport);
  await rail(page).waitFor(PATIENCE);
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
});

journey('a rail whose code was lost is loaded again', async ({ visit }) => {
  const visitor = await visit(DESK);
  visitor.expectFault(/assets\/background-|dynamically imported module/);
  const { page } = visitor;
  const code = /\/assets\/background-.*\.js/;
  const lost = page.waitForEvent('requestfailed', { predicate: (request) => code.test(request.url()) });
  await page.route(code, (route) => route.abort());
  await page.goto('/');
  await lost;
  // Long enough for every part to have asked once.
  await page.waitForTimeout(3000);
  await page.unroute(code);
  await line(page, 'Miner Management').waitFor(PATIENCE);
});

journey('only inner pages have a way back in the bar; the account is at its right', async ({ page }) => {
  const back = bar(page).getByRole('button', { name: 'Back' });
  await page.goto('/#/pages/main/main');
  await title(page, 'Web3 Games').waitFor(PATIENCE);
  expect(await back.count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0);
  const account = await boxOf(bar(page).getByRole('button', { name: 'Connect' }));
  expect(account.x + account.width).toBeGreaterThan(1200);
  await page.goto('/#/pages/main/record');
  await title(page, 'Records').waitFor(PATIENCE);
  await line(page, 'Web3 Games').waitFor(PATIENCE);
  expect(await line(page, 'Web3 Games').getAttribute('aria-current')).toBe('true');
  await back.click();
  await title(page, 'Web3 Games').waitFor(PATIENCE);
});

journey(
  'a sheet is a panel at the right that keeps the focus and closes by Escape and back',
  async ({ page }) => {
    await page.goto('/');
    const connect = page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).first();
    await press(connect);
    await sheet(page)
      .getByRole('button', { name: /Demo wallet/ })
      .first()
      .waitFor(PATIENCE);
    // Once it has slid in.
    await expect.poll(() => boxOf(sheet(page)), PATIENCE).toEqual({ x: 840, y: 0, width: 440, height: 800 });
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      await expectSeen(page);
      expect(await sheet(page).evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
    }
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
    await sheetEntriesGone(page);
    await expectAt(connect);
    await page.keyboard.press('Enter');
    await sheet(page).waitFor(PATIENCE);
    await page.waitForFunction(() => (history.state as { popup?: string } | null)?.popup !== undefined);
    await page.goBack();
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
    await expectHash(page, '#/');
  },
);

journey('announcements have list and text side by side, at the addresses of a phone', async ({ page }) => {
  const rows = page.getByRole('list', { name: 'Announcements' }).getByRole('listitem');
  const article = (name: string | RegExp) => page.getByRole('heading', { level: 2, name });
  const row = (name: string) => rows.filter({ hasText: name }).getByRole('link');
  const pane = page.getByRole('region', { name: 'Announcement', exact: true });
  await page.goto('/#/pages/notice/index');
  await row('How to check a draw yourself').waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
  await press(row('How to check a draw yourself'));
  await article('How to check a draw yourself').waitFor(PATIENCE);
  expect(await hash(page)).toMatch(/^#\/pages\/notice\/details\?id=\d+$/);
  // Reading continues in the text, and the list is still there.
  await expectAt(pane);
  expect(await row('How to check a draw yourself').getAttribute('aria-current')).toBe('true');
  const [left, right] = [await boxOf(rows.first()), await boxOf(article('How to check a draw yourself'))];
  expect(left.x + left.width).toBeLessThan(right.x);
  expect(await violations(page)).toEqual([]);
  const first = await hash(page);
  await row('How the miner works').click();
  await article(/^How the miner works/).waitFor(PATIENCE);
  await expectAt(pane);
  await page.goBack();
  await article('How to check a draw yourself').waitFor(PATIENCE);
  expect(await hash(page)).toBe(first);
  await page.goBack();
  await expectHash(page, '#/pages/notice/index');
  await page.getByText('Choose an announcement to read it here.').waitFor(PATIENCE);
  // A link from elsewhere, and a search that does not close what is being read.
  await page.goto('about:blank');
  await page.goto(`/${first}`);
  await article('How to check a draw yourself').waitFor(PATIENCE);
  await row('How the miner works').waitFor(PATIENCE);
  await page.getByRole('searchbox').fill('miner works');
  await expect.poll(() => rows.count(), PATIENCE).toBe(1);
  const asked = new URLSearchParams((await hash(page)).split('?')[1]);
  expect(asked.get('search')).toBe('miner works');
  expect(`id=${asked.get('id')}`).toBe(first.split('?')[1]);
  await article('How to check a draw yourself').waitFor(PATIENCE);
});

journey(
  'shortcuts lead to pages and to the search, are listed, and can be switched off',
  async ({ page }) => {
    await page.goto('/');
    await rail(page).waitFor(PATIENCE);
    await goesBy(page, 'm');
    await expectAt(title(page, 'Miner Management'));
    await goesBy(page, 'a');
    await expectAt(title(page, 'Asset Center'));
    await goesBy(page, 'h');
    await expectHash(page, '#/');
    await page.goto('/#/pages/notice/index');
    const field = page.getByRole('searchbox', { name: 'Search announcements' });
    await field.waitFor(PATIENCE);
    await page.keyboard.press('/');
    await expectAt(field);
    // Keys typed there are text.
    await page.keyboard.type('/gm?');
    expect(await field.inputValue()).toBe('/gm?');
    expect(await sheet(page).count()).toBe(0);
    // The address follows what is typed, but not while a sheet is open.
    await expectHash(page, '#/pages/notice/index?search=%2Fgm%3F');
    await field.fill('');
    await expectHash(page, '#/pages/notice/index');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('?');
    const use = sheet(page).getByRole('switch', { name: 'Use shortcuts' });
    await use.waitFor(PATIENCE);
    // While a sheet is open, nothing happens behind it.
    await page.keyboard.type('gm');
    expect(await violations(page)).toEqual([]);
    await press(use, 'Space');
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
    await sheetEntriesGone(page);
    await page.keyboard.type('?gm/');
    await page.reload();
    await rail(page).waitFor(PATIENCE);
    await page.keyboard.type('?gm/');
    expect(await sheet(page).count()).toBe(0);
    expect(await hash(page)).toBe('#/pages/notice/index');
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(false);
    // The rail is where they can be switched on again.
    await rail(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await use.click();
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
    await sheetEntriesGone(page);
    await goesBy(page, 'm');
    await title(page, 'Miner Management').waitFor(PATIENCE);
  },
);

journey('a member signs out in the rail', async ({ app, page }) => {
  await enter(page, await newcomer(app.url));
  await page.goto('/');
  await agree(page);
  // Its widest row is the wallet's address with its button.
  const language = page.locator('.rail').getByRole('combobox');
  for (const lang of LANGUAGES) {
    await language.selectOption(lang);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang), PATIENCE).toBe(lang);
    const over = await page.locator('.rail').evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(over, `what sticks out of the rail in ${lang}`).toBe(0);
  }
  await language.selectOption('en');
  await rail(page).getByRole('button', { name: 'Sign out' }).click();
  await bar(page).getByRole('button', { name: 'Connect' }).waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
});

interface Moved {
  name: string;
  ms: number;
}

/** Records what each view transition moves, from the page's next load onwards. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves: Moved[][] = [];
    Object.assign(globalThis, { moves });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() =>
        moves.push(
          document.getAnimations().flatMap(({ effect }) => {
            const name = effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : '';
            const ms = Number(effect?.getComputedTiming().duration);
            return name.startsWith('::view-transition') ? [{ name, ms }] : [];
          }),
        ),
      );
      return transition;
    };
  });
const takeMoves = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { moves: Moved[][] }).moves.splice(0));

journey(
  'an announcement grows out of its line and goes back there, shortly, and not for those who prefer stillness',
  async ({ page, visit }) => {
    const { page: phone } = await visit();
    for (const each of [page, phone]) {
      const open = (name: string) =>
        each.getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
      const article = each.getByRole('heading', { level: 2, name: 'How to check a draw yourself' });
      const ended = () =>
        each.waitForFunction(() => !document.documentElement.matches(':active-view-transition'));
      /** Everything that moved, up to and including the picture; a page whose code comes late moves twice. */
      const moved = async () => {
        const all: Moved[] = [];
        const picture = async () => {
          all.push(...(await takeMoves(each)).flat());
          return all.some(({ name }) => name === '::view-transition-group(article)');
        };
        await expect.poll(picture, PATIENCE).toBe(true);
        await ended();
        return [...all, ...(await takeMoves(each)).flat()];
      };
      await watchMoves(each);
      await each.goto('/#/pages/notice/index');
      await runsBehind(each);
      // Opened once beforehand: a browser gives up on a transition whose page takes longer than 4 s to arrive.
      await open('How to check a draw yourself');
      await article.waitFor(PATIENCE);
      await ended();
      await each.goBack();
      await article.waitFor({ state: 'detached', ...PATIENCE });
      await ended();
      await takeMoves(each);
      await open('How to check a draw yourself');
      await article.waitFor(PATIENCE);
      const there = await moved();
      await each.goBack();
      await article.waitFor({ state: 'detached', ...PATIENCE });
      const back = await moved();
      expect(Math.max(...[...there, ...back].map(({ ms }) => ms))).toBeLessThanOrEqual(300);
      await each.emulateMedia({ reducedMotion: 'reduce' });
      await open('How to check a draw yourself');
      await article.waitFor(PATIENCE);
      expect(await takeMoves(each)).toEqual([]);
    }
  },
);
