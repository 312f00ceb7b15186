// Without a network every page opens and says how old its figures are, even if only home was visited before; a server
// that stops is noticed, and the page recovers on its own.
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { ARTICLES } from '#server/features/content/content.seed.ts';
import { TEXT_FILES } from '#tests/support/device.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { enter } from '#tests/support/enter.ts';
import { journeyWithWorker as journey } from '#tests/support/journey.ts';
import { keptKeys, untilKept } from '#tests/support/stored.ts';
import { ask, newcomer, type Person, verify } from '#tests/support/person.ts';
import { picturesIn } from '#ui/markdown.ts';

const PATIENCE = { timeout: 20_000 };
const AS_OF = /^(Offline|Can't reach the server|The server had a problem|Not updated yet)\. As of /;
/** The first round closes at 20:00 in Singapore. */
const ROUNDS = /^(No round has been drawn yet|Not drawn)$/;

/** The latest movements, and the withdrawals under way. */
const RECORDS = ['"GET /api/assets/records",{"limit"', '"GET /api/assets/records",{"category":"withdraw"'];

/** Every page with some of its content, and the calls whose cached responses it shows with their time when offline. */
const PAGES: readonly (readonly [path: string, text: string | RegExp, stored?: string[]])[] = [
  ['/', 'Your miner is running', ['GET /api/mining/index']],
  ['/pages/main/main', 'Prize pool', ['GET /api/mining/bet/index']],
  ['/pages/main/index', 'Total bets', ['GET /api/game/opening']],
  ['/pages/main/record', 'No races yet', ['GET /api/game/record']],
  ['/pages/main/result', 'Check a round'],
  ['/pages/buyback/index', 'Where it goes', ['GET /api/mining/buyback/list']],
  ['/pages/mining/index', 'Produced in this cycle', ['GET /api/mining/config']],
  ['/pages/asset/index', 'No history yet', ['assets/list', 'assets/worth', ...RECORDS]],
  ['/pages/asset/capital', 'No activity yet', ['history ']],
  ['/pages/pledge/index', 'Staked', ['GET /api/stake/list', 'GET /api/stake/outputs']],
  ['/pages/pledge/detail', 'Stake not found'],
  ['/pages/guessing/index', 'Your guess', ['GET /api/user/limits']],
  ['/pages/guessing/previous', ROUNDS, ['GET /api/mining/bet/list']],
  ['/pages/invite/index', 'Your bonus', ['GET /api/user/levels', 'GET /api/user/invites']],
  ['/pages/invite/index?view=members', 'Find a member', ['"GET /api/user/invites","all"']],
  ['/pages/invite/index?view=earnings', 'Total earnings', ['"GET /api/user/earnings","all"']],
  ['/pages/authentication/index', 'You are verified', ['GET /api/user/kyc']],
];

async function memberOf(app: App): Promise<Person> {
  const ann = await newcomer(app.url);
  await verify(ann.api);
  await ask(ann.api, 'POST /api/mining/claim1', {});
  return ann;
}

async function open(page: Page, path: string, text: string | RegExp): Promise<void> {
  await page.goto(`/#${path}`);
  await page.getByText(text, { exact: true }).first().waitFor(PATIENCE);
}

const asOf = (page: Page) => page.getByText(AS_OF);
const gone = { state: 'detached', ...PATIENCE } as const;
const said = (page: Page) => page.locator('p[aria-live="polite"].sr-only').textContent();

journey(
  'every page opens without a network, with its last figures and their time',
  async ({ app, guest }) => {
    const { page, context } = guest;
    await enter(page, await memberOf(app));
    await page.goto('/');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    for (const [path, text, stored = []] of PAGES) {
      await open(page, path, text);
      await untilKept(page, stored);
    }

    await context.setOffline(true);
    await page.reload();
    await asOf(page).first().waitFor(PATIENCE);
    for (const [path, text, stored] of PAGES) {
      await open(page, path, text);
      if (stored) await asOf(page).first().waitFor(PATIENCE);
      const loading = page.getByRole('status', { name: 'Loading' });
      await expect.poll(() => loading.count(), { ...PATIENCE, message: path }).toBe(0);
      expect(await page.getByRole('alert').count(), path).toBe(0);
      expect(await page.getByRole('button', { name: 'Try again' }).count(), path).toBe(0);
    }
    await vi.waitFor(async () => expect(await said(page)).toBe("You're offline. What you see may be old."));

    await open(page, '/pages/buyback/index', 'Instant swap');
    expect(await page.getByRole('button', { name: 'Swap ADIT for USDT' }).isDisabled()).toBe(true);
    await page.getByText(/Selling needs a connection/).waitFor(PATIENCE);
    await page.goto('/#/pages/main/result?round=5849201');
    await page.getByText("You're offline", { exact: true }).waitFor(PATIENCE);

    await open(page, '/pages/mining/index', 'Produced in this cycle');
    await context.setOffline(false);
    await asOf(page).waitFor(gone);
    await vi.waitFor(async () => expect(await said(page)).toBe('Back online.'));

    // A network that hangs counts as no network until it responds.
    const hanging = Promise.withResolvers<void>();
    await page.route('**/api/mining/index', async (route) => {
      await hanging.promise;
      await route.continue();
    });
    await page.reload();
    // Ten seconds after it asked.
    await asOf(page).waitFor({ timeout: 60_000 });
    hanging.resolve();
    await asOf(page).waitFor(gone);

    // A fault of the server is called one, and a tap asks again although the server asked for ten minutes of patience.
    await page.unroute('**/api/mining/index');
    const busy = { status: 503, headers: { 'retry-after': '600' }, body: '' };
    await page.route('**/api/mining/index', (route) => route.fulfill(busy));
    // Nor does what is fetched ahead, in a batch, bring the figures.
    await page.route('**/api/batch*', (route) => route.fulfill(busy));
    guest.expectFault(/api\/(mining\/index|batch)/);
    await page.reload();
    await page.getByText(/^The server had a problem\. As of /).waitFor(PATIENCE);
    await page.unroute('**/api/mining/index');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await asOf(page).waitFor(gone);
  },
);

/** What home has prefetched on its own, by the ends of the names: public data, and a member's own. */
const PUBLIC = [
  'GET /api/assets/list",{}]',
  'GET /api/game/config",{}]',
  'GET /api/game/opening",{}]',
  'GET /api/kyc",{}]',
  'GET /api/links",{}]',
  'GET /api/mining/bet/index",{}]',
  'GET /api/mining/buyback/list","all",{"limit":"20"}]',
  'GET /api/stake/index",{}]',
  'GET /api/transparency",{}]',
  'GET /api/transparency/roots","all",{"limit":"10"}]',
  ...ARTICLES.map((_, at) => `article ${at + 1}`),
];
const OWN = ['power",{}]', 'stake/list","all",{"limit":"10"}]', 'assets/list",{}]', 'user/info",{}]'];
const PICTURES = new Set(
  ARTICLES.flatMap(({ cover, texts }) => [cover, ...picturesIn(texts.get('en')?.body ?? '')]),
);

/** Everything that a visit in this language caches is there, and so is a worker that opens the app. */
async function storedAhead(page: Page, lang: string, own: readonly string[] = []): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await vi.waitFor(
    async () => {
      const keys = await keptKeys(page);
      const has = (area: string, end: string) =>
        keys.some((key) => key.startsWith(`last.3.${area}`) && key.endsWith(end));
      expect(PUBLIC.filter((end) => !has('anyone.', end))).toEqual([]);
      expect(own.filter((end) => !has('0x', end))).toEqual([]);
      const pictures = await page.evaluate(async () => (await (await caches.open('pictures')).keys()).length);
      expect(pictures).toBeGreaterThanOrEqual(PICTURES.size);
      const urls = await page.evaluate(async () =>
        (await (await caches.open('texts')).keys()).map(({ url }) => url),
      );
      expect(urls.filter((url) => url.includes(`/texts/${lang}-`))).toHaveLength(TEXT_FILES);
      // It fetches one after the other, when the page is idle.
    },
    { timeout: 90_000 },
  );
}

type Say = (english: string) => string;

async function texts(lang: string): Promise<Say> {
  const catalogue = await readFile(`src/locales/${lang}.po`, 'utf8');
  return (english) => {
    const [, text] = catalogue.split(`\nmsgid "${english}"\nmsgstr "`);
    return (
      text?.slice(0, text.indexOf('"\n')).replace('{symbol}', 'ADIT') || english.replace('{symbol}', 'ADIT')
    );
  };
}

/** Public pages, opened for the first time. A new window has no session. */
async function seesWhatIsPublic(context: BrowserContext, say: Say, title: string): Promise<void> {
  const page = await context.newPage();
  for (const [path, text] of [
    ['/pages/asset/index', 'Total value'],
    ['/pages/pledge/index', 'Calculator'],
    ['/pages/buyback/index', 'Where it goes'],
    ['/pages/transparency/index', 'Owed and held'],
  ] as const) {
    await open(page, path, say(text));
    await page.getByText(say('Offline. As of {time}.').split('{time}')[0] ?? '').waitFor(PATIENCE);
  }
  await page.goto('/#/pages/contact/index');
  await page.getByRole('list', { name: say('Contact us here') }).waitFor(PATIENCE);
  await page.goto('/#/pages/notice/index');
  await page.getByRole('listitem').filter({ hasText: title }).getByRole('link').click();
  await page.getByRole('heading', { level: 2, name: title }).waitFor(PATIENCE);
  const picture = page.getByRole('article').locator('img').first();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth), PATIENCE)
    .toBeGreaterThan(0);
  await page.close();
}

journey('a guest who has seen home alone opens what is public without a network', async ({ guest }) => {
  const { page, context } = guest;
  await page.goto('/');
  await storedAhead(page, 'en');
  await context.setOffline(true);
  await seesWhatIsPublic(context, await texts('en'), 'How the miner works, and what it is not');
});

// In a language other than the browser's, so that the worker does not fetch its texts on its own.
journey(
  'a member who has seen home alone, in Thai, starts the miner without a network, and a new window shows what is public',
  async ({ app, guest }) => {
    const { page, context } = guest;
    const ann = await newcomer(app.url);
    await verify(ann.api);
    await page.addInitScript(() => localStorage.setItem('lang', 'th'));
    await enter(page, ann);
    await page.goto('/');
    await storedAhead(page, 'th', OWN);
    const say = await texts('th');
    await context.setOffline(true);
    await page.goto('/#/pages/mining/index');
    await page.reload();
    await page.getByRole('button', { name: say('Start'), exact: true }).click(PATIENCE);
    await page.getByText(say('Your start is waiting to be sent')).waitFor(PATIENCE);
    await open(page, '/pages/pledge/index', say('Calculator'));
    await page.close();
    await seesWhatIsPublic(context, say, 'Adit เมื่อไม่มีเครือข่าย');
  },
);

journey(
  'a stopped server is noticed, and pages fill by themselves once it is back',
  async ({ app, visit }) => {
    const [member, guest] = await Promise.all([visit(), visit()]);
    for (const each of [member, guest]) each.expectFault(/net::ERR_|50[0-9]/);
    await enter(member.page, await memberOf(app));
    const pages = [member.page, guest.page];
    // For as long as both pages may take to open.
    const streams = Promise.all(
      pages.map((page) => page.waitForResponse('**/api/events', { timeout: 3 * PATIENCE.timeout })),
    );
    await open(member.page, '/pages/mining/index', 'Produced in this cycle');
    await open(guest.page, '/pages/main/index', 'Total bets');
    // By then the other pages' data is cached, and the streams are connected.
    await Promise.all(pages.map((page) => page.waitForFunction(() => navigator.serviceWorker.controller)));
    await streams;

    await app.kill();
    await Promise.all(pages.map((page) => asOf(page).waitFor(PATIENCE)));
    for (const page of pages) {
      await vi.waitFor(async () =>
        expect(await said(page)).toBe("We can't reach the server. What you see may be old."),
      );
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    // A page without any cached data says so, and does not keep requesting it.
    await guest.page.goto('/#/pages/guessing/previous');
    await guest.page.getByText("Can't reach the server", { exact: true }).waitFor(PATIENCE);
    let asked = 0;
    guest.page.on('request', (request) => {
      if (request.url().includes('/api/')) asked += 1;
    });
    const again = await startApp({ dataDir: app.dataDir, port: Number(new URL(app.url).port) });
    try {
      // It looks 30 and 62 s after the loss, if the server took longer than that.
      await asOf(member.page).waitFor({ ...gone, timeout: 90_000 });
      await guest.page.getByText(ROUNDS).first().waitFor({ timeout: 90_000 });
      expect(asked).toBeLessThan(40);
      for (const page of pages) await vi.waitFor(async () => expect(await said(page)).toBe('Back online.'));
    } finally {
      await again.stop();
    }
  },
);
