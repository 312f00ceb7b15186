// Every page survives every failing call: each GET that a page makes is failed in turn, as guest and as member, with
// an empty device and with everything cached. The page keeps its heading, its other parts and at least one action,
// retries no more often than the back-off allows, and recovers on its own once the call works. `WALKS=all` tries
// every fault on every call; a run of the suite tries one fault per call.
import type { Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { ROUTES } from '#tests/screens/scenes.ts';
import { enter, type Entrant, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey } from '#tests/support/journey.ts';
import { atRest } from '#tests/support/seen.ts';

const ALL = process.env['WALKS'] === 'all';
/** `FAILED_PAGES=mining,assets` tests these pages only. */
const wanted = process.env['FAILED_PAGES']?.split(',');
const PLACES = Object.entries(ROUTES).filter(([name]) => wanted?.includes(name) ?? true);

const refusal = (status: number, headers = {}) => ({
  status,
  headers,
  json: { code: status, message: 'The call failed.', data: null },
});
const FAULTS: Record<string, (route: Route) => Promise<void>> = {
  error: (route) => route.fulfill(refusal(500)),
  abort: (route) => route.abort(),
  malformed: (route) => route.fulfill({ body: '{"code": 0, "data": {', contentType: 'application/json' }),
  busy: (route) => route.fulfill(refusal(429, { 'Retry-After': '3' })),
  hang: async () => undefined,
};
/** Several queries may share a path at first; then the back-off counts. */
const MOST_ASKS = 8;
type Fault = keyof typeof FAULTS;
const NAMES = Object.keys(FAULTS);

const PATIENCE = { timeout: 20_000 };

const STREAM = /\/api\/events/;

/** A page whose calls can be failed. Streams never end, so they are not failed. */
async function instrument(page: Page, notice: string, session?: Entrant) {
  const asked: string[] = [];
  const held: Route[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => STREAM.test(request.url()) || open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  let failing: { path: string; fault: Fault } | undefined;
  await readNotice(page, notice);
  if (session) await enter(page, session);
  await page.clock.install();
  await page.route(/\/api\/(?!events)/, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (route.request().method() === 'GET') asked.push(path);
    if (failing?.path !== path || route.request().method() !== 'GET') return route.continue();
    if (failing.fault === 'hang') held.push(route);
    await FAULTS[failing.fault]?.(route);
  });
  return {
    asked,
    /** Every request that is not held has its answer; otherwise the page's clock would outrun a busy server. */
    answered: async () => {
      const unanswered = () =>
        [...open].filter((one) => held.every((route) => route.request() !== one)).length;
      await expect.poll(unanswered, { ...PATIENCE, interval: 10 }).toBe(0);
    },
    fail: (path: string, fault: Fault) => (failing = { path, fault }),
    /** The call works again, and hanging requests continue. */
    mend: async () => {
      failing = undefined;
      await Promise.all(held.splice(0).map((route) => route.continue().catch(() => undefined)));
    },
  };
}

/** The relevant content of the page. */
const standing = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const seen = (element: Element) => element.checkVisibility({ opacityProperty: true });
    const ways = [...(main?.querySelectorAll('button, a[href]') ?? [])].filter(seen);
    return {
      heading: document.querySelector('h1')?.textContent ?? '',
      text: main?.innerText.replaceAll(/\s+/g, ' ') ?? '',
      ways: ways.length,
      failed: /Try again|Tap to try again/.test(main?.innerText ?? ''),
    };
  });

async function open(page: Page, route: string): Promise<void> {
  if (new URL(page.url()).hash === `#${route}`) await page.reload();
  else {
    await page.goto('about:blank');
    await page.goto(`/#${route}`);
  }
  await page.waitForSelector('#first', { state: 'detached' });
}

/** Page and path of calls whose failure looks the same to members as to guests. */
const failedForGuests = new Set<string>();

type Standing = Awaited<ReturnType<typeof standing>>;
/** More than an empty area: something to press, or something to read. */
const isThere = ({ ways, text }: Standing): boolean => ways > 0 || text.length > 60;

type Net = Awaited<ReturnType<typeof instrument>>;

/** The state that a page reaches as its clock advances; if it never does, the last one seen. */
async function comesTo(page: Page, net: Net, wanted: (seen: Standing) => boolean) {
  for (let looks = 0; ; looks += 1) {
    await net.answered();
    const seen = await standing(page);
    if (wanted(seen) || looks === 80) return seen;
    await page.clock.runFor(1000);
  }
}

/** Everything cached on the device is deleted. */
const forget = async (page: Page): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await cdp.detach();
};

interface Walk {
  who: 'guest' | 'member';
  page: Page;
  notice: string;
  session: Entrant | undefined;
  /** The fault that the next call gets. */
  turn: number;
}

async function walk(
  { who, page, notice, session, turn: first }: Walk,
  places: typeof PLACES,
): Promise<string[]> {
  const found: string[] = [];
  const net = await instrument(page, notice, session);
  let turn = first;
  let everywhere: Set<string> | undefined;
  for (const [name, route] of places) {
    net.asked.length = 0;
    await open(page, route);
    await atRest(page);
    const sound = await standing(page);
    const paths = new Set(net.asked);
    everywhere ??= paths;
    // Calls that every page makes are failed only on the first page of the first walk, those of guests are not
    // repeated for members.
    const known = paths === everywhere ? first > 0 : !ALL;
    const calls = [...paths]
      .filter((path) => !known || !everywhere?.has(path))
      .filter((path) => ALL || who === 'guest' || !failedForGuests.has(`${name} ${path}`));
    if (who === 'guest') for (const path of calls) failedForGuests.add(`${name} ${path}`);
    for (const path of calls)
      for (const fault of ALL ? NAMES : [NAMES[turn % NAMES.length] ?? 'error'])
        for (const stored of ALL ? [false, true] : [(turn >> 1) % 2 === 0]) {
          turn += 1;
          const what = `${name}: ${path} ${fault}${stored ? ', answers kept' : ''}`;
          if (!stored) await forget(page);
          const before = net.asked.length;
          net.fail(path, fault);
          await open(page, route);
          const seen = await comesTo(page, net, isThere);
          if (seen.heading !== sound.heading) found.push(`${what}: the heading is "${seen.heading}"`);
          if (!isThere(seen)) found.push(`${what}: the page is empty, "${seen.text}"`);
          await page.clock.runFor(3000);
          const asks = net.asked.slice(before).filter((each) => each === path).length;
          if (asks > MOST_ASKS) found.push(`${what}: asked ${asks} times`);
          await net.mend();
          const whole = 0.6 * sound.text.length;
          const after = await comesTo(page, net, ({ failed, text }) => !failed && text.length >= whole);
          if (after.failed || after.text.length < whole)
            found.push(`${what}: did not come back, "${after.text.slice(0, 160)}"`);
        }
  }
  return found;
}

/** Pages where guests see more than an invitation to connect. */
const FOR_GUESTS = new Set(
  'home race race-result buyback mining assets staking lottery notices contact transparency'.split(' '),
);

/** Three pages in parallel: they spend more time waiting for clocks and responses than working. */
const AT_ONCE = 3;

for (const who of ['guest', 'member'] as const)
  journey(
    `no failing call takes a page from a ${who}, and everything comes back by itself`,
    { timeout: 3_600_000 },
    async ({ app, visit, session }) => {
      const notice = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
      const walks = Array.from({ length: AT_ONCE }, async (_, index) => {
        const visitor = await visit({ reducedMotion: 'reduce' });
        visitor.expectFault(/./);
        const places = who === 'member' || ALL ? PLACES : PLACES.filter(([name]) => FOR_GUESTS.has(name));
        const own = places.filter(([name], at) => name === 'home' || at % AT_ONCE === index);
        return walk(
          { who, page: visitor.page, notice, session: who === 'guest' ? undefined : session, turn: index },
          own,
        );
      });
      expect((await Promise.all(walks)).flat()).toEqual([]);
    },
  );

journey('what cannot be drawn on home leaves the rest of it', async ({ app, visit, session }) => {
  const visitor = await visit();
  visitor.expectFault(/not an amount/);
  const { page } = visitor;
  const notice = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
  await instrument(page, notice, session);
  await page.route(/\/api\/assets\/records/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { items: object[] } };
    const items = body.data.items.map((item) => ({ ...item, amount: 'many' }));
    await route.fulfill({ response, json: { ...body, data: { ...body.data, items } } });
  });
  await page.goto('/');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Couldn't load this part/ }).waitFor(PATIENCE);
  for (const part of [
    main.getByRole('navigation', { name: 'All parts' }),
    main.getByRole('region', { name: 'Announcements' }),
    main.getByRole('timer'),
  ])
    await part.waitFor(PATIENCE);
});
