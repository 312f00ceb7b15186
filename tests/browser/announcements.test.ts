// Announcements as people read them: online and offline, opened before or not, in their language or another.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { ARTICLES } from '#server/features/content/content.seed.ts';
import { newDataDir, startApp } from '#tests/support/app.ts';
import { violations } from '#tests/support/axe.ts';
import { quiet } from '#tests/support/databases.ts';
import { journeyWithWorker as base } from '#tests/support/journey.ts';
import { sheetEntriesGone } from '#tests/support/walk.ts';
import { picturesIn } from '#ui/markdown.ts';

const LIST = '/#/pages/notice/index';
const PATIENCE = { timeout: 20_000 };
/** Up to a second for each announcement, once the page is idle. */
const PREFETCHED = { timeout: 90_000 };
/** In addition to the shipped announcements, all of which are older: the list has two pages. */
const OLDER = 20;
/** On the list's first page, which is prefetched. */
const AHEAD = 20;
/** The last one of them. */
const LAST = OLDER - (AHEAD - ARTICLES.length) + 1;

/** Every picture of the shipped content. */
const PICTURES = new Set(
  ARTICLES.flatMap(({ cover, texts }) => [cover, ...picturesIn(texts.get('en')?.body ?? '')]),
);

const journey = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const dataDir = await newDataDir();
  const database = await openDatabase({ dataDir, log: quiet });
  for (let n = 1; n <= OLDER; n += 1) {
    const { id } = await database.kysely
      .insertInto('articles')
      .values({ slug: `older-${n}`, cover: null, published_at: new Date(Date.UTC(2026, 8, n)) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const text = { title: `Older ${n}`, summary: `The ${n}th`, body: `Text of older ${n}.` };
    await database.kysely
      .insertInto('article_texts')
      .values({ article_id: id, lang: 'en', ...text })
      .execute();
  }
  await database.close();
  const app = await startApp({ dataDir });
  onCleanup(async () => void (await app.stop()));
  return app;
});
/** Requests that bypass a starting worker may be sent before a journey can stop them. */
const withoutWorker = journey.extend('worker', 'block');

const row = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('listitem').filter({ hasText: title });
const open = async (page: Page, title: string) => {
  await row(page, title).getByRole('link').click();
  await page.getByRole('heading', { level: 2, name: title }).waitFor(PATIENCE);
};
/** Every picture of the page that is no longer lazy has been drawn. */
async function drawn(page: Page, least: number): Promise<void> {
  const pictures = page.getByRole('main').locator('img');
  await expect.poll(() => pictures.count(), PATIENCE).toBeGreaterThanOrEqual(least);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth), PATIENCE)
      .toBeGreaterThan(0);
  }
}
const cachedPictures = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('pictures');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname).sort();
  });
/** How many texts are stored on the device, in any language. Only the page creates the store. */
const storedTexts = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'adit')) return 0;
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('the store cannot be read')));
      });
    const store = await done(indexedDB.open('adit'));
    const keys = await done(store.transaction('kv').objectStore('kv').getAllKeys());
    store.close();
    return keys.filter((key) => /\.article \d+$/.test(String(key))).length;
  });

journey('what was read is read again without a network, with its pictures', async ({ guest }) => {
  const { page, context } = guest;
  await page.goto(LIST);
  await row(page, 'How the miner works').waitFor(PATIENCE);
  await open(page, 'How to check a draw yourself');
  await drawn(page, 2);
  // Offline every picture of the list must draw, too.
  await expect.poll(() => cachedPictures(page), PREFETCHED).toEqual([...PICTURES].toSorted());
  expect(await violations(page)).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'What no check rules out' }).waitFor(PATIENCE);
  await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
  await drawn(page, 2);
  await page.getByRole('link', { name: 'All announcements' }).click();
  await row(page, 'How the miner works').waitFor(PATIENCE);
  await drawn(page, 3);
  expect(await violations(page)).toEqual([]);

  await context.setOffline(false);
  await page.getByText(/^Offline\. As of /).waitFor({ state: 'detached', ...PATIENCE });
  // Older ones load when the end of the list scrolls into view.
  await expect
    .poll(async () => {
      await page.getByRole('listitem').last().scrollIntoViewIfNeeded();
      return row(page, /Older 1The 1th/).count();
    }, PATIENCE)
    .toBe(1);
});

journey(
  'the end of the list brings older ones, also when it is reached during a refetch',
  async ({ guest }) => {
    const { page } = guest;
    await page.goto('/');
    await expect.poll(() => storedTexts(page), PREFETCHED).toBe(AHEAD);
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/article\/list\?(?!.*cursor=)/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const refetch = page.waitForRequest(/\/api\/article\/list\?/);
    await page.goto(LIST);
    await page.reload();
    await row(page, `Older ${LAST}`).scrollIntoViewIfNeeded(PATIENCE);
    await refetch;
    await page.getByRole('button', { name: /Show older/ }).click(PATIENCE);
    held.resolve();
    await row(page, /Older 1The 1th/).waitFor(PATIENCE);
  },
);

journey(
  'those of the first page can be read without having been opened; an older one comes with the network',
  async ({ guest }) => {
    const { page, context } = guest;
    await page.goto('/');
    await expect.poll(() => storedTexts(page), PREFETCHED).toBe(AHEAD);
    await expect.poll(() => cachedPictures(page), PATIENCE).toEqual([...PICTURES].toSorted());
    await page.goto(LIST);
    await row(page, `Older ${LAST}`).scrollIntoViewIfNeeded(PATIENCE);
    await row(page, `Older ${LAST - 1}`).waitFor(PATIENCE);
    await context.setOffline(true);
    await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
    await open(page, `Older ${LAST}`);
    await page.getByText(`Text of older ${LAST}.`).waitFor(PATIENCE);
    await page.goBack();
    await open(page, 'How the miner works, and what it is not');
    await drawn(page, 2);
    await page.goBack();

    await open(page, `Older ${LAST - 1}`);
    await page.getByText(/It'll show once you're back online/).waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    await context.setOffline(false);
    await page.getByText(`Text of older ${LAST - 1}.`).waitFor(PATIENCE);
  },
);

withoutWorker(
  'in Thai; where there is no text in it the other language says which it is',
  async ({ guest }) => {
    const { page, context } = guest;
    const speak = async (lang: string) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('combobox', { name: 'Language' }).selectOption(lang);
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(lang);
      await page.keyboard.press('Escape');
      await sheetEntriesGone(page);
    };
    await page.goto(LIST);
    await open(page, 'Adit without a network');
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached', ...PATIENCE });

    // The page's own texts load, the announcement's text does not.
    guest.expectFault(
      /api\/article\S* net::ERR_INTERNET_DISCONNECTED|net::ERR_INTERNET_DISCONNECTED \(\S*api\/article/,
    );
    await context.route('**/api/article/**', (route) => route.abort('internetdisconnected'));
    await speak('th');
    const article = page.getByRole('article');
    await page
      .getByRole('main')
      .getByText(/English/)
      .waitFor(PATIENCE);
    expect(await article.getAttribute('lang')).toBe('en');
    await context.unroute('**/api/article/**');
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Adit เมื่อไม่มีเครือข่าย' }).waitFor(PATIENCE);
    expect(await article.getAttribute('lang')).toBe('th');

    await page.goto(LIST);
    await row(page, 'วิธีตรวจสอบการออกผลด้วยตัวเอง').waitFor(PATIENCE);
    await row(page, `Older ${OLDER}`).getByRole('link').click();
    await page.getByText(`Text of older ${OLDER}.`).waitFor(PATIENCE);
    expect(await article.getAttribute('lang')).toBe('en');
    expect(await violations(page)).toEqual([]);
  },
);

journey('one that does not exist says so and leads on, on any width', async ({ visit }) => {
  const { page, ...guest } = await visit({ viewport: { width: 1280, height: 900 } });
  guest.expectFault(/404/);
  for (const id of ['99999', 'x']) {
    await page.goto(`/#/pages/notice/details?id=${id}`);
    await page.getByText('Announcement not found').waitFor(PATIENCE);
  }
  await page.getByRole('button', { name: 'All announcements' }).click();
  await row(page, 'How the miner works').waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
});

journey(
  'a search finds, leads back to what it found, and looks on the device without a network',
  async ({ guest }) => {
    const { page, context } = guest;
    const field = page.getByRole('searchbox', { name: 'Search announcements' });
    const rows = page.getByRole('list', { name: 'Announcements' }).getByRole('listitem');
    const unread = rows.filter({ hasText: 'Unread:' });
    await page.goto(LIST);
    await row(page, 'How the miner works').waitFor(PATIENCE);
    await field.fill('check a draw');
    await expect.poll(() => rows.count(), PATIENCE).toBe(1);
    expect(new URL(page.url()).hash).toBe('#/pages/notice/index?search=check+a+draw');
    await expect.poll(() => unread.count(), PATIENCE).toBe(1);
    await open(page, 'How to check a draw yourself');
    // The announcement counts as read only once its text has arrived.
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached', ...PATIENCE });
    await page.goBack();
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('check a draw');
    await expect.poll(() => rows.count(), PATIENCE).toBe(1);
    // What was opened is marked as read.
    await expect.poll(() => unread.count(), PATIENCE).toBe(0);

    await field.fill('zzz');
    await page.getByText('Nothing found for “zzz”').waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await row(page, 'How the miner works').waitFor(PATIENCE);
    expect(new URL(page.url()).hash).toBe('#/pages/notice/index');

    await context.setOffline(true);
    await field.fill('MINER WORKS');
    await page.getByText('Only saved announcements were searched.').waitFor(PATIENCE);
    await expect.poll(() => rows.count(), PATIENCE).toBe(1);
    await row(page, 'How the miner works').waitFor(PATIENCE);
    await field.fill('');
    await row(page, 'How to check a draw yourself').waitFor(PATIENCE);
    const all = page.getByRole('button', { name: 'Mark all as read' });
    await all.click();
    await expect.poll(() => unread.count(), PATIENCE).toBe(0);
    expect(await all.isDisabled()).toBe(true);
    // On this device, permanently.
    await context.setOffline(false);
    await page.reload();
    await row(page, 'How the miner works').waitFor(PATIENCE);
    expect(await unread.count()).toBe(0);
  },
);
