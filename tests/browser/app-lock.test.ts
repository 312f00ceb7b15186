// The app lock: prompts in new windows, after five hidden minutes and before money leaves; nothing personal behind
// it.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { authenticator } from '#tests/support/authenticator.ts';
import { violations } from '#tests/support/axe.ts';
import { richPeople } from '#tests/support/bank.ts';
import { enter, ownDemoWallet } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { balance, newcomer, type Person } from '#tests/support/person.ts';
import { agree, staySignedIn, toasted, token } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };
const PRIVACY = '/#/pages/privacy/index';
const ASSETS = '/#/pages/asset/index';

const journey = plain.extend('people', { scope: 'file' }, ({ app, devnet }) =>
  richPeople(app.url, devnet, [{ USDT: '100' }]),
);

/** WebAuthn needs a name. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost');

/** Signs in with the person's own wallet, on a device that stays signed in. */
async function stay(page: Page, person: Pick<Person, 'wallet'>): Promise<void> {
  await ownDemoWallet(page, person, false);
  await staySignedIn(page);
  await agree(page);
}

const lockSwitch = (page: Page) => page.getByRole('switch', { name: 'App lock' });
const cover = (page: Page) => page.getByRole('dialog', { name: /^Unlock with/ });
const isLocked = (page: Page) => cover(page).waitFor(PATIENCE);
/** Holds the device's prompts back. @returns what lets the first one through, and resolves once it was confirmed */
async function holdPrompt(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    const [open, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    credentials.get = async (options) => {
      await open.promise;
      const answer = await get(options);
      answered.resolve();
      return answer;
    };
    return { open, answered };
  });
  return () =>
    held.evaluate(({ open, answered }) => {
      open.resolve();
      return answered.promise;
    });
}

const unlocked = (page: Page) => cover(page).waitFor({ state: 'detached', ...PATIENCE });
const says = (page: Page, text: string) => page.getByText(text).first().waitFor(PATIENCE);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click(PATIENCE);

async function turnOn(page: Page): Promise<void> {
  await page.goto(PRIVACY);
  await lockSwitch(page).click(PATIENCE);
  await page.getByRole('switch', { name: 'App lock', checked: true }).waitFor(PATIENCE);
}

/** From now on, records whether the page ever renders the address, however briefly. */
async function watchFor(page: Page, address: string): Promise<() => Promise<boolean>> {
  await page.addInitScript((start) => {
    const watched = { seen: false };
    Object.assign(globalThis, { watched });
    const look = () => {
      if (document.documentElement.outerHTML.toLowerCase().includes(start)) watched.seen = true;
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, address.slice(0, 6).toLowerCase());
  return () => page.evaluate(() => (globalThis as unknown as { watched: { seen: boolean } }).watched.seen);
}

/** The window goes to the background for this long. */
async function hide(page: Page, ms: number): Promise<void> {
  const show = (hidden: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: is });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await show(true);
  await page.clock.fastForward(ms);
  await show(false);
}

journey(
  'a new window asks before it shows anything, a reload does not; declined it stays locked, and signing out is a way out',
  async ({ app, visit }) => {
    const visitor = await visit({ baseURL: named(app.url) });
    const { page, context } = visitor;
    // A window that has not heard yet that the session is over may still make calls for it.
    visitor.expectFault(/status of 401/);
    const key = await authenticator(page);
    const person = await newcomer(app.url);
    await stay(page, person);
    await turnOn(page);
    await page.reload();
    await lockSwitch(page).waitFor(PATIENCE);

    const second = await context.newPage();
    const its = await key.of(second);
    await its.accepts(false);
    const seen = await watchFor(second, person.wallet.address);
    await second.goto('/');
    await isLocked(second);
    await press(second, 'Unlock');
    await says(second, "That didn't work.");
    await second.reload();
    await isLocked(second);
    expect(await second.getByRole('main').count()).toBe(0);
    expect(await seen()).toBe(false);
    await second.setViewportSize({ width: 320, height: 640 });
    expect(await violations(second)).toEqual([]);
    await its.accepts(true);
    await press(second, 'Unlock');
    await unlocked(second);
    await expect.poll(seen, PATIENCE).toBe(true);

    // If the browser allows it, the prompt appears without a tap.
    const third = await context.newPage();
    const counted = await key.of(third);
    await third.goto(ASSETS);
    await third.getByText('Latest activity').waitFor(PATIENCE);
    expect(await counted.count()).toBeGreaterThan(0);

    // Two more windows, both locked: signing out in one ends the session behind the other.
    const [fourth, fifth] = [await context.newPage(), await context.newPage()];
    for (const window of [fourth, fifth]) {
      await (await key.of(window)).accepts(false);
      await window.goto(ASSETS);
      await isLocked(window);
      // Behind the cover, what runs on every page has its session.
      await expect.poll(() => token(window), PATIENCE).toBeTruthy();
    }
    await press(fourth, 'Sign out');
    for (const window of [fourth, fifth]) {
      await window
        .getByRole('main')
        .getByRole('button', { name: 'Connect wallet' })
        .first()
        .waitFor(PATIENCE);
      expect(await token(window)).toBeNull();
    }
    expect(await fourth.evaluate(() => localStorage.getItem('device'))).toBeNull();
  },
);

journey(
  'a window that was hidden for more than five minutes is locked, and comes back with what was typed',
  async ({ app, visit }) => {
    const visitor = await visit({ baseURL: named(app.url) });
    const { page } = visitor;
    // The page's clock jumps, so the server refuses the next signed call once.
    visitor.expectFault(/status of 400/);
    await page.clock.install();
    const key = await authenticator(page);
    await stay(page, await newcomer(app.url));
    await turnOn(page);
    await page.goto(ASSETS);
    await page.getByRole('main').getByRole('button', { name: 'Swap', exact: true }).click(PATIENCE);
    const amount = page.getByRole('dialog').getByRole('textbox', { name: 'Amount' });
    await amount.fill('10', PATIENCE);
    await hide(page, 4 * 60_000);
    expect(await cover(page).count()).toBe(0);
    await key.accepts(false);
    await hide(page, 6 * 60_000);
    await isLocked(page);
    expect(await page.getByRole('main').count()).toBe(0);
    await key.accepts(true);
    await press(page, 'Unlock');
    await unlocked(page);
    await expect.poll(() => amount.inputValue(), PATIENCE).toBe('10');
    // Without its own entry, the sheet would not be what going back leaves.
    await page.waitForFunction(() => (history.state as { popup?: string } | null)?.popup !== undefined);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached', ...PATIENCE });
    await page.getByText('Latest activity').waitFor(PATIENCE);

    // Only somebody who can unlock it can switch it off.
    await page.goto(PRIVACY);
    await key.accepts(false);
    await lockSwitch(page).click(PATIENCE);
    await toasted(page, 'App lock stays on');
    await key.accepts(true);
    await lockSwitch(page).click();
    await page.getByRole('switch', { name: 'App lock', checked: false }).waitFor(PATIENCE);
    await hide(page, 6 * 60_000);
    expect(await cover(page).count()).toBe(0);
  },
);

journey(
  'a withdrawal and a swap ask first; declined, nothing is sent and the form stays',
  async ({ app, people: [person], visit }) => {
    const { page } = await visit({ baseURL: named(app.url) });
    const key = await authenticator(page);
    await stay(page, person);
    await turnOn(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      const asksOnly = (request.postData() ?? '').includes('quoteOnly');
      if (/assets\/(withdraw|swap)$/.test(request.url()) && !asksOnly) sent.push(request.url());
    });
    const sheet = page.getByRole('dialog');
    const amount = sheet.getByRole('textbox', { name: 'Amount' });
    await page.goto(ASSETS);

    await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click(PATIENCE);
    await amount.fill('20', PATIENCE);
    await press(page, 'Continue');
    await key.accepts(false);
    await press(page, 'Withdraw 20 USDT');
    await says(page, 'Not confirmed. Nothing was sent.');
    expect(sent).toEqual([]);
    await key.accepts(true);
    await press(page, 'Withdraw 20 USDT');
    await expect.poll(() => sent.length, PATIENCE).toBe(1);
    await expect.poll(() => balance(person.api, 'USDT'), PATIENCE).toBe('80');
    await press(page, 'Done');
    await sheet.waitFor({ state: 'detached', ...PATIENCE });

    await page.getByRole('main').getByRole('button', { name: 'Swap', exact: true }).click(PATIENCE);
    await amount.fill('10', PATIENCE);
    await press(page, 'Continue');
    await key.accepts(false);
    await press(page, 'Swap 10 USDT');
    await says(page, 'Not confirmed. Nothing was sent.');
    expect(sent).toHaveLength(1);
    await key.accepts(true);
    // Whoever closes the sheet while the device asks has changed their mind.
    const confirm = await holdPrompt(page);
    await press(page, 'Swap 10 USDT');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached', ...PATIENCE });
    await confirm();
    await toasted(page, 'Not confirmed. Nothing was sent. Try again.');
    await page.getByRole('main').getByRole('button', { name: 'Swap', exact: true }).click(PATIENCE);
    await amount.fill('10', PATIENCE);
    await press(page, 'Continue');
    await press(page, 'Swap 10 USDT');
    await says(page, 'You received');
    expect(sent).toHaveLength(2);
    expect(await balance(person.api, 'USDT')).toBe('70');
  },
);

journey('without the code of the lock, a locked app stays closed', async ({ app, visit }) => {
  const visitor = await visit({ baseURL: named(app.url) });
  const { page, context } = visitor;
  const key = await authenticator(page);
  await stay(page, await newcomer(app.url));
  await turnOn(page);
  visitor.expectFault(/background|dynamically imported/);
  const second = await context.newPage();
  await key.of(second);
  await second.route(/\/assets\/background-/, (route) => route.abort());
  await second.goto(ASSETS);
  await says(second, 'Adit could not be opened yet');
  expect(await second.getByRole('main').count()).toBe(0);
});

journey(
  'the switch says where it cannot be used: without staying signed in, and at a network address',
  async ({ app, visit }) => {
    const person = await newcomer(app.url);
    const { page } = await visit();
    await authenticator(page);
    await stay(page, person);
    await page.goto(PRIVACY);
    await says(page, 'Not possible in this browser.');
    expect(await lockSwitch(page).count()).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violations(page)).toEqual([]);

    const { page: other } = await visit({ baseURL: named(app.url) });
    await authenticator(other);
    await enter(other, person);
    await other.goto(PRIVACY);
    await says(other, 'at your next sign-in to use this');
    expect(await lockSwitch(other).count()).toBe(0);
  },
);
