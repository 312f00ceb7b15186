// What announcements look like: full-screen pictures, banners on home, and hostile texts that try to run scripts.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { addBanner } from '#server/features/content/banners.repository.ts';
import { newDataDir, startApp } from '#tests/support/app.ts';
import { ADDRESSES, ATTACKS } from '#tests/support/attacks.ts';
import { violations } from '#tests/support/axe.ts';
import { quiet } from '#tests/support/databases.ts';
import { swipeAtOnce } from '#tests/support/finger.ts';
import { journey as base } from '#tests/support/journey.ts';
import { expectAt } from '#tests/support/keyboard.ts';
import { toasted } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 20_000 };
const ATTACK = '<img src=x onerror=alert(1)>';
const DRAW = 'How to check a draw yourself';

/** In addition to demo mode's content: one announcement, a banner and contact links by an attacker. */
const journey = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const dataDir = await newDataDir();
  const database = await openDatabase({ dataDir, log: quiet });
  const db = database.kysely;
  const { id: articleId } = await db
    .insertInto('articles')
    .values({ slug: 'attacks', cover: 'javascript:alert(1)', published_at: new Date('2026-08-01') })
    .returning('id')
    .executeTakeFirstOrThrow();
  const text = { title: ATTACK, summary: ATTACKS[0] ?? '', body: ATTACKS.join('\n\n') };
  await db
    .insertInto('article_texts')
    .values({ article_id: articleId, lang: 'en', ...text })
    .execute();
  await addBanner(db, { image: ATTACK, articleId });
  for (const [n, url] of ADDRESSES.entries()) {
    const id = `attack-${n}`;
    await db.insertInto('links').values({ id, position: 10, url }).execute();
    await db
      .insertInto('link_labels')
      .values({ link_id: id, lang: 'en', label: `${n} ${ATTACKS[n]}` })
      .execute();
  }
  await database.close();
  const app = await startApp({ dataDir });
  onCleanup(async () => void (await app.stop()));
  return app;
});

const row = (page: Page, title: string): Locator => page.getByRole('listitem').filter({ hasText: title });
const open = async (page: Page, title: string) => {
  await row(page, title).getByRole('link').click();
  await page.getByRole('heading', { level: 2, name: title }).waitFor(PATIENCE);
};

journey(
  'a picture fills the window, is enlarged by fingers and keys, and gives the focus back',
  async ({ guest }) => {
    const { page, context } = guest;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/#/pages/notice/index');
    await open(page, DRAW);
    const cover = page.getByRole('button', { name: 'Enlarge the picture', exact: true });
    await cover.click();
    const viewer = page.getByRole('dialog');
    const picture = viewer.getByRole('img');
    await viewer.getByText('1 of 2').waitFor(PATIENCE);
    const entry = () => page.evaluate(() => (history.state as { popup?: string }).popup);
    await expect.poll(entry, PATIENCE).toBeDefined();
    const first = await entry();
    const scale = async () => Math.round(((await picture.boundingBox())?.width ?? 0) / 37.5) / 10;
    await page.keyboard.press('+');
    await expect.poll(scale, PATIENCE).toBe(1.5);
    await page.keyboard.press('0');
    await expect.poll(scale, PATIENCE).toBe(1);
    // Two fingers spread as far as they can: the maximum zoom is four times.
    const cdp = await context.newCDPSession(page);
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', way?: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: way === undefined ? [] : [-way, way].map((y, id) => ({ x: 187, y: 400 + y, id })),
      });
    await fingers('touchStart', 20);
    for (const way of [60, 150, 300]) await fingers('touchMove', way);
    await fingers('touchEnd');
    await expect.poll(scale, PATIENCE).toBe(4);
    await page.mouse.dblclick(187, 400);
    await expect.poll(scale, PATIENCE).toBe(1);
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press('ArrowRight');
    await viewer.getByText('2 of 2').waitFor(PATIENCE);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached', ...PATIENCE });
    await expectAt(cover);
    await cover.click();
    await viewer.waitFor(PATIENCE);
    // It gets its history entry once the previous viewer's has been left.
    await expect.poll(async () => [undefined, first].includes(await entry()), PATIENCE).toBe(false);
    await page.goBack();
    await viewer.waitFor({ state: 'detached', ...PATIENCE });
    await page.getByRole('heading', { level: 2, name: DRAW }).waitFor(PATIENCE);

    const share = page.getByRole('button', { name: 'Share' });
    const shareEndsWith = (name: string) =>
      page.evaluate((fault) => {
        navigator.share = () => Promise.reject(new DOMException('', fault));
      }, name);
    await shareEndsWith('AbortError');
    await share.click();
    await shareEndsWith('NotAllowedError');
    expect(await page.getByText('Copied', { exact: true }).count()).toBe(0);
    await share.click();
    await toasted(page, 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  },
);

journey(
  'home shows the pinned one, and banners that change by themselves until they are looked at',
  async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 1280, height: 900 } });
    // The page's clock moves only by hand: on a slow machine the slides would also change between two steps.
    const now = Date.now();
    await page.clock.install({ time: now - 600_000 });
    await page.clock.pauseAt(now);
    await page.goto('/');
    const banners = page.getByRole('region', { name: 'Highlights' });
    const shown = banners.locator('[role=group]:not([inert]) a');
    const shows = async (title: string) => {
      await expect.poll(() => shown.allInnerTexts(), PATIENCE).toEqual([title]);
    };
    const comesTo = async (title: string) => {
      const later = async () => {
        await page.clock.runFor(100);
        return shown.allInnerTexts();
      };
      await expect.poll(later, { timeout: 60_000 }).toEqual([title]);
    };
    await comesTo('Adit without a network');
    await comesTo('How to check a draw yourself');
    await shown.focus();
    await page.keyboard.press('ArrowLeft');
    await shows('Adit without a network');
    // The element has the focus: nothing moves.
    await page.clock.runFor(20_000);
    await shows('Adit without a network');
    await expectAt(shown);
    await page.clock.resume();
    await page.getByRole('link', { name: /^Pinned: How the miner works/ }).waitFor(PATIENCE);
    // A swipe that ends before any of it is rendered counts too.
    await swipeAtOnce(shown, { x: -200, y: 0 });
    await shows('How to check a draw yourself');
    await banners.getByRole('button', { name: /^3 of 4: Fees/ }).click();
    expect(await violations(page)).toEqual([]);
    await shown.click();
    await page.getByRole('heading', { level: 2, name: /^Fees/ }).waitFor(PATIENCE);
  },
);

/** Everything on the page that could run or be followed. */
const dangers = (page: Page) =>
  page.evaluate(() => {
    const own = [...document.querySelectorAll('main *')];
    const runs = ({ name, value }: Attr) =>
      /^(on|srcdoc$)/.test(name) ||
      (/^(href|src|action|data|formaction)$/.test(name) &&
        !/^(https:|mailto:|#|\/(covers|assets)\/)/.test(value));
    const tags = /^(script|iframe|object|embed|form|base|meta|link|style)$/i;
    return [
      ...own.flatMap((node) =>
        [...node.attributes].filter(runs).map(({ name, value }) => `${name}=${value}`),
      ),
      ...own.map((node) => node.tagName).filter((name) => tags.test(name)),
    ];
  });

journey(
  'texts, titles, pictures and links of somebody who wants them to run stay words',
  async ({ guest }) => {
    const { page } = guest;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto('/#/pages/notice/index?search=onerror');
    await row(page, ATTACK).waitFor(PATIENCE);
    expect(await dangers(page)).toEqual([]);
    await open(page, ATTACK);
    await page.getByText('<svg onload=alert(1)>').first().waitFor(PATIENCE);
    expect(await page.getByRole('article').locator('a').count()).toBeGreaterThan(0);
    expect(await dangers(page)).toEqual([]);

    await page.goto('/#/pages/contact/index');
    await page.getByText(`0 ${ATTACKS[0]}`).waitFor(PATIENCE);
    expect(await dangers(page)).toEqual([]);
    // None of the attacker's entries is a link; the three of demo mode are.
    expect(await page.getByRole('list').getByRole('link').count()).toBe(3);
    await page.getByRole('link', { name: 'How to keep your wallet safe' }).waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);

    await page.goto('/');
    await page.getByRole('button', { name: `4 of 4: ${ATTACK}` }).click();
    await page.getByRole('link', { name: ATTACK }).waitFor(PATIENCE);
    expect(await dangers(page)).toEqual([]);
    expect(dialogs).toEqual([]);
  },
);
