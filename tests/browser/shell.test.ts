// The shell: every route opens, wrong addresses are reported, pages survive a lost network, and the app starts offline.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { VERSION } from '#contract/version.ts';
import { enter } from '#tests/support/enter.ts';
import { journey, journeyWithWorker } from '#tests/support/journey.ts';
import { newcomer } from '#tests/support/person.ts';
import { runsBehind, sheetEntriesGone } from '#tests/support/walk.ts';
import { expectAt } from '#tests/support/keyboard.ts';

const ROUTES = [
  '/',
  '/pages/index/index',
  '/pages/main/main',
  '/pages/main/index',
  '/pages/main/record',
  '/pages/main/result',
  '/pages/buyback/index',
  '/pages/mining/index',
  '/pages/asset/index',
  '/pages/asset/coin?coin=BTC',
  '/pages/asset/capital',
  '/pages/pledge/index',
  '/pages/pledge/detail',
  '/pages/guessing/index',
  '/pages/guessing/previous',
  '/pages/invite/index',
  '/pages/airdrop/index',
  '/pages/authentication/index',
  '/pages/notice/index',
  '/pages/notice/details',
  '/pages/contact/index',
];

journey('every route and the alias open with a title and a way on', async ({ guest: { page } }) => {
  for (const route of ROUTES) {
    await page.goto(`/#${route}`);
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 20_000 });
    const main = page.getByRole('main');
    await main.getByRole('button').or(main.getByRole('link')).first().waitFor({ timeout: 20_000 });
  }
});

journey(
  'a signal lost while the app still loads takes nothing from it once it is back',
  async ({ guest }) => {
    const { page, context } = guest;
    guest.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/);
    const asked = Promise.withResolvers<void>();
    let lost = false;
    await page.route(/\/assets\/background-/, async (route) => {
      if (!lost) {
        lost = true;
        await context.setOffline(true);
      }
      await route.abort('internetdisconnected');
      asked.resolve();
    });
    await page.goto('/');
    await asked.promise;
    expect(await page.locator('[data-bars]').evaluate((bars) => bars.childElementCount)).toBe(0);
    await page.unroute(/\/assets\/background-/);
    await context.setOffline(false);
    await runsBehind(page);
  },
);

journey('who goes elsewhere while the first page still loads arrives there', async ({ guest: { page } }) => {
  await page.route(/\/assets\/contact\.page-/, async (route) => {
    // Its code is requested before the app runs.
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--art') !== '');
    await page.evaluate(() => void (location.hash = '/pages/airdrop/index'));
    await route.continue();
  });
  await page.goto('/#/pages/contact/index');
  await page.getByRole('heading', { level: 1, name: 'Airdrop' }).waitFor({ timeout: 20_000 });
});

journey('the drawer has its eleven entries in their order', async ({ guest: { page } }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const entries = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await entries.first().waitFor();
  expect((await entries.allInnerTexts()).map((text) => text.trim())).toEqual([
    'Home',
    'Miner Management',
    'Asset Center',
    'Staking',
    'Web3 Games',
    'Web3 Guess',
    'Invite Friends',
    'Token Repurchase',
    'KYC Verification',
    'Announcements',
    'Contact Us',
  ]);
  // The same version as the server's.
  const { data } = (await (await page.request.get('/api/health')).json()) as { data: { version: string } };
  expect(data.version).toBe(VERSION);
  await page.getByRole('dialog').getByText(`Adit ${data.version}`).waitFor();
});

/** One finger, sideways, after it has rested for `restsMs`. */
async function swipe(page: Page, from: number, to: number, restsMs = 0): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch('touchStart', from);
  await page.waitForTimeout(restsMs);
  await touch('touchMove', (from + to) / 2);
  await touch('touchMove', to);
  await touch('touchEnd');
  await cdp.detach();
}

const sheetHasEntry = (page: Page) =>
  page.waitForFunction(() => (history.state as { popup?: string } | null)?.popup !== undefined);

journey('the drawer: by button and edge swipe; away by swipe, back and Escape', async ({ guest }) => {
  const { page } = guest;
  await page.goto('/');
  const [drawer, menu] = [
    page.getByRole('dialog', { name: 'Menu' }),
    page.getByRole('button', { name: 'Menu' }),
  ];
  const focused = drawer.and(page.locator(':focus-within'));
  await menu.click();
  await drawer.getByRole('link').first().waitFor();
  await sheetHasEntry(page);
  // Tab cycles within it.
  await focused.waitFor();
  await page.keyboard.press('Shift+Tab');
  await focused.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expectAt(menu);

  await sheetEntriesGone(page);
  await runsBehind(page);
  await swipe(page, 8, 120);
  await drawer.getByRole('link').first().waitFor();
  await sheetHasEntry(page);
  await swipe(page, 250, 120);
  await drawer.waitFor({ state: 'detached' });
  await sheetEntriesGone(page);
  // The browser mistakes a slow swipe for its own back gesture unless told otherwise.
  await swipe(page, 150, 300, 900);
  expect(await drawer.count()).toBe(0);

  await menu.click();
  await drawer.getByRole('link').first().waitFor();
  await sheetHasEntry(page);
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
});

journey(
  'back leaves a popup and not the page; amounts that were hidden are hidden on home',
  async ({ app, guest: { page } }) => {
    await enter(page, await newcomer(app.url));
    await page.addInitScript(() => localStorage.setItem('hideAmounts', 'true'));
    await page.goto('/');
    // The welcome notice appears on its own.
    await page.getByRole('dialog').getByRole('checkbox').waitFor();
    await sheetHasEntry(page);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
    await page.getByText('••••').first().waitFor();
  },
);

const hashOf = (page: Page) => page.evaluate(() => location.hash);
const depthOf = (page: Page) => page.evaluate(() => (history.state as { __TSR_index: number }).__TSR_index);

/** Through the drawer; waits for its history entry to go. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  await link.waitFor();
  await sheetHasEntry(page);
  await link.click();
  await page.getByRole('heading', { level: 1, name: name === 'Home' ? 'Adit' : name }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await sheetEntriesGone(page);
}

journey(
  'back: no sheet and no page twice on the way, and no page behind home; a sheet moves nothing',
  async ({ visit }) => {
    const [{ page }, { page: installed }] = await Promise.all([visit(), visit()]);
    await page.goto('/');
    await open(page, 'Announcements');
    await open(page, 'Announcements');
    expect(await depthOf(page)).toBe(1);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Adit' }).waitFor();

    await page.evaluate(() => {
      location.hash = '#/pages/notice/index';
    });
    await page.getByRole('heading', { level: 1, name: 'Announcements' }).waitFor();
    await page.getByRole('main').getByRole('link').first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 240));
    await page.getByRole('button', { name: 'Menu' }).click();
    await sheetHasEntry(page);
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(240);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => scrollY)).toBe(240);
    // Going back does not stop at an entry whose sheet is closed.
    await page.goForward();
    await sheetEntriesGone(page);

    // The browser's back first reloads the root, and then leaves.
    await open(page, 'Home');
    await expect.poll(() => depthOf(page)).toBe(1);
    await page.goBack();
    expect(await hashOf(page)).toBe('#/');
    await page.getByRole('heading', { level: 1, name: 'Adit' }).waitFor();
    await page.goBack();
    expect(page.url()).toBe('about:blank');

    // The installed app quits immediately, even if it was opened on another page.
    await installed.addInitScript(() => Object.assign(navigator, { standalone: true }));
    await installed.goto('/#/pages/notice/index');
    await open(installed, 'Contact Us');
    await open(installed, 'Home');
    await expect.poll(() => depthOf(installed)).toBe(0);
    expect(await hashOf(installed)).toBe('#/');
    await installed.goBack();
    expect(installed.url()).toBe('about:blank');
  },
);

journey(
  'home typed over its own open sheet stays home, and one back leaves it',
  async ({ guest: { page } }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    await sheetHasEntry(page);
    await page.goto('/#/');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await sheetEntriesGone(page);
    await page.getByRole('heading', { level: 1, name: 'Adit' }).waitFor();
    await expect.poll(() => depthOf(page)).toBe(0);
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  },
);

journey('a page whose code does not come within a minute says so, and a tap reloads', async ({ guest }) => {
  const { page } = guest;
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
  await page.route('**/assets/contact.page-*.js', () => undefined);
  await page.evaluate(() => {
    location.hash = '#/pages/contact/index';
  });
  await page.clock.runFor(1000);
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  await page.clock.runFor(60_000);
  const failed = page.getByRole('button', { name: "Couldn't open this page. Nothing changed." });
  await failed.waitFor();
  await page.unroute('**/assets/contact.page-*.js');
  await failed.click();
  await page.clock.runFor(5000);
  await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await page.getByText("Couldn't open this page").waitFor({ state: 'detached' });
});

journey('a sheet whose code is still on its way says so', async ({ app, guest: { page } }) => {
  await enter(page, await newcomer(app.url));
  await page.goto('/#/pages/asset/index');
  const arrived = Promise.withResolvers<undefined>();
  await page.route('**/assets/deposit-popup-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: 'Deposit' }).click();
  const loading = page.getByText('Loading', { exact: true });
  await loading.waitFor();
  arrived.resolve(undefined);
  await page.getByRole('dialog', { name: 'Deposit' }).waitFor();
  await loading.waitFor({ state: 'detached' });
});

journey('a page whose scripts are gone says so without them, with a way to try again', async ({ guest }) => {
  const { page } = guest;
  guest.expectFault(/404/);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  const late = page.getByRole('link', { name: 'Try again' });
  expect(await late.count()).toBe(0);
  await page.locator('svg#first').evaluate((picture: SVGSVGElement) => picture.setCurrentTime(60));
  await late.waitFor();
  await page.unroute('**/assets/**');
  await late.click();
  await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
});

journey('a toast never covers the button that was used', async ({ app, guest: { page } }) => {
  await enter(page, await newcomer(app.url));
  await page.goto('/#/pages/invite/index');
  const copy = page.getByRole('button', { name: 'Copy invite code' });
  await copy.waitFor();
  await runsBehind(page);
  // Clicked and measured in the page, since the toast stays for 1.5 s only.
  const [button, words] = await copy.evaluate(async (node: HTMLElement) => {
    node.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const toast = document.querySelector('[data-toasts] > div');
      if (toast)
        return [node.getBoundingClientRect().toJSON(), toast.getBoundingClientRect().toJSON()] as [
          DOMRect,
          DOMRect,
        ];
    }
  });
  expect(words.y > button.bottom || words.bottom < button.y).toBe(true);
});

journeyWithWorker('after one visit the shell starts without a network', async ({ app, guest }) => {
  const { page, context } = guest;
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor({ timeout: 20_000 });
  // Even at an address without the hash, which is added.
  await page.goto('/pages/mining/index?from=mail');
  await page.getByRole('heading', { level: 1, name: 'Miner Management' }).waitFor({ timeout: 20_000 });
  expect(page.url()).toBe(`${app.url}/#/pages/mining/index?from=mail`);
});

/** For a guest’s first visit; it would be 45 if files loaded together were not combined. */
const MOST_SCRIPTS = 14;

journey(
  'the first visit loads neither wallet code nor what only other pages share, and what is always loaded together as one file',
  async ({ guest: { page } }) => {
    const files: string[] = [];
    page.on('response', (response) => void files.push(new URL(response.url()).pathname));
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(files.filter((path) => /^\/assets\/(wallet\/|shared-)/.test(path))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(MOST_SCRIPTS);
  },
);

journey('a page makes neither HTML nor workers from text, and no policy that would', async ({ guest }) => {
  const { page } = guest;
  guest.expectFault(/Trusted(HTML|ScriptURL)|trusted-types|TrustedTypePolicy|Content Security Policy/i);
  await page.goto('/');
  const refused = await page.evaluate(() => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    const acts = [
      () => (document.body.innerHTML = '<p></p>'),
      () => new Worker('/sw.js'),
      () => trustedTypes.createPolicy('default', {}),
    ];
    return acts.map((act) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
});
