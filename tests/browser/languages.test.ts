// Every language on a small phone: every route and every sheet uses only its own language, fits 320 px and has no axe
// violations; hidden amounts appear nowhere; a switch needs no reload, and the document states its language and page.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { POPUPS, ROUTES } from '#tests/screens/scenes.ts';
import { enter, type Entrant } from '#tests/support/enter.ts';
import { answersOf, inEveryLanguage } from '#tests/support/every-language.ts';
import { client } from '#tests/support/http.ts';
import { losses, ZOOMED } from '#tests/support/losses.ts';
import { journey } from '#tests/support/journey.ts';
import { figuresOf, figuresOn } from '#tests/support/own-figures.ts';
import { openRace } from '#tests/support/race-play.ts';
import { atRest, see, SMALL } from '#tests/support/seen.ts';
import { sheetEntriesGone } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 20_000 };

const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Goes to a route without a reload, as a link does. */
async function goTo(page: Page, route: string): Promise<void> {
  await page.goto(`/#${route}`);
  await atRest(page);
}

/** Closes every sheet, including its history entry. */
async function closeAll(page: Page): Promise<void> {
  while ((await dialogs(page).count()) > 0) {
    const open = await dialogs(page).count();
    // If a list is open within a sheet, the first Escape closes the list.
    if ((await dialogs(page).getByRole('combobox', { expanded: true }).count()) > 0)
      await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialogs(page)
      .nth(open - 1)
      .waitFor({ state: 'detached', ...PATIENCE });
  }
  await sheetEntriesGone(page);
}

/** The document's language, its title without the product's name, and the first heading. */
const titles = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(() => [
    document.documentElement.lang,
    document.title.replace(/ · .*/, ''),
    document.querySelector('h1')?.textContent?.trim(),
  ]);

/** Signed in, with the welcome notice read. */
async function begin(page: Page, session: Entrant): Promise<void> {
  await enter(page, session);
  await page.goto('/');
  await dialogs(page).getByRole('checkbox').click({ timeout: 20_000 });
  await closeAll(page);
  page.setDefaultTimeout(PATIENCE.timeout);
}

/** Visits every page and opens each of its sheets that a signed-in user can open by hand. */
async function everyStop(page: Page, url: string, look: (name: string) => Promise<void>): Promise<void> {
  for (const [name, route] of Object.entries(ROUTES)) {
    // Betting ends before the race does: there must be time left for a bet.
    if (name === 'race') await openRace(url);
    await goTo(page, route);
    await look(name);
    for (const [sheet, popup] of Object.entries(POPUPS)) {
      if (popup.route !== route || popup.who !== 'user') continue;
      await popup.open(page);
      const opens = () => dialogs(page).first().isVisible();
      if (!popup.inPlace) await expect.poll(opens, { ...PATIENCE, message: `${name}, ${sheet}` }).toBe(true);
      await look(`${name}, ${sheet}`);
      await closeAll(page);
    }
  }
}

journey(
  'every page and sheet speaks its language alone, fits a small phone and has no barrier, whatever it is switched to',
  async ({ app, visit, session }) => {
    const { page } = await visit(SMALL);
    await begin(page, session);
    const { found, look } = await inEveryLanguage(page, {
      also: async (_, lang) => {
        const [said, title, heading] = await titles(page);
        const wrong = said === lang ? [] : [`the document says it is in ${said}`];
        return title === heading ? wrong : [...wrong, `the title is ${title}, the heading ${heading}`];
      },
    });
    await everyStop(page, app.url, look);
    expect(found).toEqual([]);
  },
);

/** These show what all accounts hold, bet and sold together, which here equals this account's own. */
const EVERYBODYS = /^(transparency|buyback|race|game-hub|lottery)/;

journey(
  'amounts that are hidden stand on no page and no sheet, neither in texts nor in names',
  async ({ app, visit, session }) => {
    const { own, everybodys } = await figuresOf(app.url, client(app.url).as(session.token));
    const { page } = await visit();
    await begin(page, session);
    const answered = answersOf(page);
    await goTo(page, '/pages/asset/index');
    // Where amounts are shown, the search finds them.
    await expect
      .poll(async () => (await figuresOn(page, own)).length, { timeout: 20_000 })
      .toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    const found: string[] = [];
    const look = async (name: string) => {
      await answered();
      await atRest(page);
      const shown = EVERYBODYS.test(name) ? own.difference(everybodys) : own;
      found.push(...(await figuresOn(page, shown)).map((figure) => `${name}: ${figure}`));
    };
    await look('assets, at once');
    await everyStop(page, app.url, look);
    expect(found).toEqual([]);
  },
);

journey(
  'nothing is lost at 200 %, with wide text, on a phone on its side, in a contrast theme; nothing moves that shall not',
  async ({ visit, session }) => {
    const { page } = await visit({ ...ZOOMED, reducedMotion: 'reduce' });
    await begin(page, session);
    const found: string[] = [];
    for (const [name, route] of Object.entries(ROUTES)) {
      await goTo(page, route);
      found.push(...(await losses(page)).map((loss) => `${name}: ${loss}`));
    }
    expect(found).toEqual([]);
  },
);

/**
 * What large text pushes off the page or out of its card, over another text or the shaft, or to the edges of its button,
 * and numbers that it breaks.
 */
const tight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const WIDTH = document.documentElement.clientWidth;
    const range = document.createRange();
    const contents = (node: Node): DOMRect => {
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const clips = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      ((getComputedStyle(element).overflowX !== 'visible' && !element.matches('.hero-art')) ||
        clips(element.parentElement));
    for (const one of document.querySelectorAll('main :is(button, svg:has(text))'))
      if (one.checkVisibility() && !clips(one.parentElement) && one.getBoundingClientRect().right > WIDTH)
        found.push(`off the page: ${one.ariaLabel ?? one.textContent}`);
    for (const label of document.querySelectorAll('main button > span.text-balance'))
      if (contents(label).height > (label.parentElement?.clientHeight ?? 0) - 8)
        found.push(`at the edges of its button: ${label.textContent}`);
    const shaft = document.querySelector('.hero-art svg:has(text)')?.getBoundingClientRect();
    const inRow = new Map<Element | null, { text: string | null; box: DOMRect }[]>();
    const walker = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      if (!node.textContent?.trim() || !parent?.checkVisibility()) continue;
      if (parent.closest('svg, .sr-only, .truncate') || clips(parent)) continue;
      const box = contents(node);
      const { left, right, top, bottom } = box;
      const card = parent.closest('section')?.getBoundingClientRect().right ?? WIDTH;
      if (right > card) found.push(`out of its card: ${node.textContent}`);
      if (shaft && right > shaft.left && left < shaft.right && bottom > shaft.top && top < shaft.bottom)
        found.push(`over the shaft: ${node.textContent}`);
      const row = parent.closest('li');
      for (const other of inRow.get(row) ?? [])
        if (
          Math.min(right, other.box.right) - Math.max(left, other.box.left) > 3 &&
          Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top) > 10
        )
          found.push(`over each other: ${other.text} and ${node.textContent}`);
      if (row && right > left) inRow.set(row, [...(inRow.get(row) ?? []), { text: node.textContent, box }]);
      for (const { 0: number, index } of node.textContent.matchAll(/(?<!\w)\d[\d.,]*\d(?!\w)/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        const [first, ...rest] = [...range.getClientRects()].filter(({ width }) => width > 1);
        const lines = first ? [first, ...rest.filter((rect) => rect.top > first.top + 4)] : [];
        const length = lines.reduce((sum, { width }) => sum + width, 0);
        // A whole line is not always enough for what the operator owes.
        if (lines.length > 1 && length < WIDTH / 2) found.push(`broken: ${number}`);
      }
    }
    return found;
  });

journey('text of twice its size stays on a phone, below the bar', async ({ visit, session }) => {
  const { page } = await visit({ reducedMotion: 'reduce' });
  await begin(page, session);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html{font-size:32px!important}');
    document.adoptedStyleSheets = [sheet];
  });
  const found: string[] = [];
  for (const [name, route] of Object.entries(ROUTES)) {
    await goTo(page, route);
    found.push(...(await see(page)).cut.map((text) => `${name}: ${text}`));
    const under = await page.evaluate(() => {
      const bar = document.querySelector('header.fixed')?.getBoundingClientRect().bottom ?? Infinity;
      const walker = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        range.selectNodeContents(node);
        const { width, top } = range.getBoundingClientRect();
        if (width > 1 && top < bar - 1) return node.textContent;
      }
      return null;
    });
    if (under !== null) found.push(`${name}, under the bar: ${under}`);
    found.push(...(await tight(page)).map((text) => `${name}, ${text}`));
  }
  await goTo(page, '/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const icons = dialogs(page).getByRole('link').locator('svg');
  await icons.first().waitFor();
  for (const width of await icons.evaluateAll((all) => all.map((icon) => icon.clientWidth)))
    if (width < 16) found.push(`an icon in the menu is ${width} wide`);
  expect(found).toEqual([]);
});

journey(
  'without a stored language the browser decides, and an unknown one gets simplified Chinese',
  async ({ visit }) => {
    const thai = await visit({ locale: 'th-TH' });
    await thai.page.goto('/');
    await expect.poll(() => thai.page.evaluate(() => document.documentElement.lang)).toBe('th');
    const french = await visit({ locale: 'fr-FR' });
    await french.page.goto('/');
    await expect.poll(() => french.page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
  },
);

journey('the language changes without a reload, in every open tab', async ({ guest: { page, context } }) => {
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Menu' }).click();
  await other.getByRole('combobox', { name: 'Language' }).waitFor();
  await page.goto('/');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ja');
  expect(await page.evaluate(() => (globalThis as unknown as { sameDocument?: boolean }).sameDocument)).toBe(
    true,
  );
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('ja');
  await expect.poll(() => other.evaluate(() => document.documentElement.lang)).toBe('ja');
});

journey('the language chosen last wins, even if another one arrives later', async ({ guest: { page } }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const slow = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/\/texts\/th-/);
  await page.route(/\/texts\/th-/, async (route) => {
    await slow.promise;
    await route.continue();
  });
  const arrived = page.waitForResponse(/\/texts\/th-/);
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.selectOption('th');
  await asked;
  await language.selectOption('ja');
  await page.waitForSelector('html[lang=ja]');
  slow.resolve();
  await (await arrived).finished();
  // Long enough for its texts to run.
  await page.waitForTimeout(1000);
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('ja');
});

journey('a page that is opened first fetches the texts of its own language alone', async ({ visit }) => {
  const { page } = await visit({ locale: 'th-TH' });
  const texts: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/texts\/([\w-]+)-.{8}\.js$/.exec(request.url())?.[1];
    if (name !== undefined) texts.push(name);
  });
  await page.goto('/#/pages/mining/index');
  await page.getByRole('button', { name: 'เชื่อมต่อกระเป๋าเงิน' }).first().waitFor();
  expect(texts.length).toBeGreaterThan(1);
  expect(new Set(texts)).toEqual(new Set(['th']));
});
