// Nothing on a page moves on its own: for guest and member, opened cold and reached from another page, while the
// server responds late.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROUTES } from '#tests/screens/scenes.ts';
import { enter, type Entrant, readNotice } from '#tests/support/enter.ts';
import type { App } from '#tests/support/app.ts';
import { client } from '#tests/support/http.ts';
import { atRest } from '#tests/support/seen.ts';
import { journey } from '#tests/support/journey.ts';
import { extendDeadlines, slowServer, takeShifts, watchShifts } from '#tests/support/shifts.ts';

/** `SHIFTS=mining,assets` tests these pages only. */
const wanted = process.env['SHIFTS']?.split(',');
const PLACES = Object.entries(ROUTES).filter(([name]) => wanted?.includes(name) ?? true);

/** The welcome notice has been read, and the page is signed in unless it is a guest's. */
async function begin(page: Page, notice: string, session?: Entrant): Promise<void> {
  await readNotice(page, notice);
  if (session) await enter(page, session);
}

/** Opens pages cold, then walks through pages as links do; records what has moved on each. */
async function walk(page: Page, cold: typeof PLACES, onwards: typeof PLACES): Promise<string[]> {
  const found: string[] = [];
  await watchShifts(page);
  await extendDeadlines(page, 10);
  const rested = await slowServer(page);
  const look = async (how: string) => {
    await rested();
    found.push(...(await takeShifts(page)).map((source) => `${how}: ${source}`));
  };
  for (const [name, route] of cold) {
    await page.goto('about:blank');
    await page.goto(`/#${route}`);
    await look(`${name}, cold`);
  }
  for (const [name, route] of onwards) {
    await page.goto(`/#${route}`);
    await look(`${name}, from the page before`);
  }
  return found;
}

const notice = async ({ url }: App) => (await client(url).call('GET /api/index', {})).data.welcome.version;
const HOME = PLACES.slice(0, 1);
/** Home, and a page whose button is, for a guest, at the bottom of the window, where strips appear later. */
const GUESTS = [...HOME, ...PLACES.filter(([name]) => name === 'kyc')];
const WIDE = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
};

journey('nothing moves for a guest', async ({ app, visit }) => {
  const { page } = await visit();
  await begin(page, await notice(app));
  expect(await walk(page, GUESTS, PLACES)).toEqual([]);
});

journey('nothing moves for a member, on a phone and on a wide screen', async ({ app, visit, session }) => {
  const [phone, wide] = await Promise.all([visit(), visit(WIDE)]);
  const version = await notice(app);
  await Promise.all([phone, wide].map(({ page }) => begin(page, version, session)));
  const found = await Promise.all([walk(phone.page, PLACES, PLACES), walk(wide.page, HOME, PLACES)]);
  expect(found.flat()).toEqual([]);
});

journey(
  'an answer that comes after the cached one was shown moves nothing',
  async ({ app, visit, session }) => {
    const { page } = await visit();
    await begin(page, await notice(app), session);
    const timer = page.getByRole('timer').first();
    const open = () => page.goto(`/#${ROUTES['mining']}`);
    await open();
    await timer.waitFor();
    await atRest(page);
    await watchShifts(page);
    await extendDeadlines(page, 4);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/mining/index', async (route) => {
      await held.promise;
      await route.continue();
    });
    const answered = page.waitForResponse('**/api/mining/index');
    await page.goto('about:blank');
    await open();
    await timer.waitFor();
    held.resolve();
    await answered;
    await atRest(page);
    expect(await takeShifts(page)).toEqual([]);
  },
);
