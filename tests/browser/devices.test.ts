// Devices that stay signed in, as people see and end them, and a second device signed in by a code.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CODES } from '#contract/codes.ts';
import { DEMO_COUPON, PAIRING_MINUTES, PAIRING_TRIES } from '#rules/figures.ts';
import { violations } from '#tests/support/axe.ts';
import { produce, richPeople } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { journey } from '#tests/support/journey.ts';
import { type Person, ask, balance, newcomer, skip } from '#tests/support/person.ts';
import { type Device, challengeFor, remember } from '#tests/support/remembered.ts';
import { SMALL, atRest, see } from '#tests/support/seen.ts';
import { agree, sheetEntriesGone, toasted, token } from '#tests/support/walk.ts';

const PRIVACY = '/#/pages/privacy/index';
const PATIENCE = { timeout: 30_000 };
const POLL = { timeout: 30_000 };
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const PHONE = 'Safari · iPhone';

const sheet = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click(PATIENCE);
const pressIn = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).click(PATIENCE);
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor(PATIENCE);
const card = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Devices', exact: true }) });
const row = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name });
const keptDevice = (page: Page) => page.evaluate(() => localStorage.getItem('device'));
const again = (url: string, { wallet }: Person) => newcomer(url, { wallet });

/** Counts the page's requests that end devices. */
function countEndings(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/devices/end')) sent += 1;
  });
  return () => sent;
}

/** Whether a device can still ask to be signed in. */
const isKnown = (url: string, { id }: Device): Promise<boolean> =>
  challengeFor(url, id).then(
    () => true,
    () => false,
  );

/** Nothing is cut off, and axe finds nothing. */
async function expectWhole(page: Page, name: string): Promise<void> {
  await atRest(page);
  const { cut, clipped } = await see(page);
  expect([...cut, ...clipped], name).toEqual([]);
  expect(await violations(page), name).toEqual([]);
}

/** Signs in with the person's wallet and stays signed in on this device. */
async function stay(page: Page, { wallet: { address, privateKey } }: Person): Promise<void> {
  const account = { address, key: privateKey, funded: true };
  await page.addInitScript(
    (demoWallet) => localStorage.setItem('demoWallet', demoWallet),
    JSON.stringify({ accounts: [account], selected: 0, connected: false, chain: null, chains: [] }),
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect wallet' }).first().click(PATIENCE);
  await page.getByRole('checkbox', { name: 'Stay signed in' }).check(PATIENCE);
  const wallets = page.getByRole('list', { name: 'Wallets' });
  await wallets.getByRole('button', { name: /Demo wallet/ }).click(PATIENCE);
  await press(page, 'Sign');
  await expect.poll(() => keptDevice(page), POLL).not.toBeNull();
  await agree(page);
  await closed(page);
}

/** Closed, including its history entry, which would swallow a following step back. */
async function closed(page: Page): Promise<void> {
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
  await sheetEntriesGone(page);
}

/** The digits on the sheet that shows a code. */
async function shownCode(page: Page): Promise<string> {
  const digits = sheet(page).getByText(/^\d{3} \d{3}$/);
  await digits.waitFor(PATIENCE);
  return digits.innerText();
}

/** A guest with the sheet open that asks for a code. */
async function toEnterCode(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect wallet' }).first().click(PATIENCE);
  await press(page, 'Use a code from another device');
  await sheet(page).getByRole('textbox', { name: 'Code' }).waitFor(PATIENCE);
}

async function enterCode(page: Page, code: string): Promise<void> {
  await sheet(page).getByRole('textbox', { name: 'Code' }).fill(code);
  await pressIn(page, 'Continue');
}

journey(
  'the list marks this device; another is signed out from it, and its open page becomes a guest’s',
  async ({ app, guest, visit }) => {
    const { page } = guest;
    const person = await newcomer(app.url);
    const phone = await visit({ userAgent: IPHONE });
    await stay(page, person);
    await stay(phone.page, person);
    await page.goto(PRIVACY);
    await row(page, PHONE).waitFor(PATIENCE);
    expect(await card(page).getByText('This device').count()).toBe(1);
    expect(await row(page, PHONE).getByText('This device').count()).toBe(0);
    await row(page, PHONE)
      .getByText(/^last used today at /)
      .waitFor(PATIENCE);

    await page.setViewportSize(SMALL.viewport);
    await expectWhole(page, 'the list');
    const endings = countEndings(page);
    phone.expectFault(/401/);
    await press(page, `Sign out ${PHONE}`);
    await sheet(page).waitFor(PATIENCE);
    await expectWhole(page, 'the question');
    await sheet(page).getByRole('button', { name: 'Sign out', exact: true }).dblclick(PATIENCE);
    await toasted(page, `${PHONE} is signed out`);
    await row(page, PHONE).waitFor({ state: 'detached', ...PATIENCE });
    expect(endings()).toBe(1);
    await expect.poll(() => keptDevice(phone.page), POLL).toBeNull();
    expect(await token(phone.page)).toBeNull();
    await phone.page
      .getByRole('main')
      .getByRole('button', { name: 'Connect wallet' })
      .first()
      .waitFor(PATIENCE);
    expect(await token(page)).toBeTruthy();
  },
);

journey('all other devices are signed out at once, then every one with this', async ({ app, guest }) => {
  const { page } = guest;
  const person = await newcomer(app.url);
  await stay(page, person);
  const [other, elsewhere] = [await again(app.url, person), await again(app.url, person)];
  const device = await remember(other.api, PHONE);
  await page.goto(PRIVACY);
  await row(page, PHONE).waitFor(PATIENCE);
  await press(page, 'Sign out all other devices');
  await pressIn(page, 'Sign out');
  await toasted(page, 'Other devices signed out');
  await row(page, PHONE).waitFor({ state: 'detached', ...PATIENCE });
  // There is nothing left elsewhere to end.
  await card(page).getByRole('button', { name: 'Sign out everywhere' }).waitFor({ state: 'detached' });
  expect(await isKnown(app.url, device)).toBe(false);
  for (const { api } of [other, elsewhere])
    expect((await api.call('GET /api/user/info', {})).status).toBe(401);

  const third = await again(app.url, person);
  await remember(third.api, PHONE);
  await page.reload();
  guest.expectFault(/401/);
  await press(page, 'Sign out everywhere');
  await pressIn(page, 'Cancel');
  await closed(page);
  await press(page, 'Sign out everywhere');
  await pressIn(page, 'Sign out everywhere');
  await toasted(page, 'Signed out everywhere');
  await expect.poll(() => page.evaluate(() => location.hash), POLL).toMatch(/^(#\/)?$/);
  expect([await token(page), await keptDevice(page)]).toEqual([null, null]);
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).first().waitFor(PATIENCE);
  expect((await third.api.call('GET /api/user/info', {})).status).toBe(401);
});

journey(
  'without a network the list is the last one with its time, and nobody can be signed out',
  async ({ app, guest: { page, context } }) => {
    const person = await newcomer(app.url);
    await remember(person.api, PHONE);
    await remember((await again(app.url, person)).api, 'Firefox on Linux');
    await enter(page, person);
    await page.goto(PRIVACY);
    await row(page, PHONE).waitFor(PATIENCE);
    await context.setOffline(true);
    await card(page).getByText('Managing devices needs a connection.').waitFor(PATIENCE);
    await card(page)
      .getByText(/^Offline\. As of /)
      .waitFor(PATIENCE);
    const names = [
      'Sign out Firefox on Linux',
      'Add a device',
      'Sign out all other devices',
      'Sign out everywhere',
    ];
    for (const name of names)
      expect(await card(page).getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
  },
);

journey('an answer that comes after the session was resumed is not lost', async ({ app, guest }) => {
  const { page } = guest;
  guest.expectFault(/401/);
  await stay(page, await newcomer(app.url));
  await page.goto('/#/pages/airdrop/index');
  const answer = Promise.withResolvers<void>();
  const expired = { code: CODES.session_expired.code, message: 'Sign in again.', data: null };
  await page.route('**/api/assets/redeem', async (route) => {
    // What the page asks for once it hears of the coupon.
    await page.route(/\/api\/assets\//, (next) => next.fulfill({ status: 401, json: expired }), {
      times: 1,
    });
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('textbox', { name: 'Coupon code' }).fill(DEMO_COUPON.code);
  const before = await token(page);
  await press(page, 'Redeem');
  await expect.poll(async () => [null, '', before].includes(await token(page)), POLL).toBe(false);
  answer.resolve();
  await says(page, 'You got');
});

journey(
  'a code signs a second device in after a question, which may look and claim but send nothing',
  async ({ app, devnet, guest, visit }) => {
    const [person] = await richPeople(app.url, devnet, [{ USDT: '100' }]);
    if (!person) throw new Error('nobody is rich');
    const { page } = guest;
    await enter(page, person);
    await page.goto(PRIVACY);
    const phone = await visit({ ...SMALL, userAgent: IPHONE });
    // Wrong codes, and a device that is not confirmed yet.
    phone.expectFault(/40[134]/);
    await toEnterCode(phone.page);
    await expectWhole(phone.page, 'the form');
    await enterCode(phone.page, '12 3');
    await says(phone.page, 'Enter all six digits.');
    await press(page, 'Add a device');
    const first = await shownCode(page);
    await page.setViewportSize(SMALL.viewport);
    await expectWhole(page, 'the code');
    await sheet(page).getByRole('img', { name: 'QR code' }).waitFor(PATIENCE);

    const wrong = String((Number(first.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');
    await enterCode(phone.page, wrong);
    await says(phone.page, /^This code is wrong or has expired\./);
    await enterCode(phone.page, ` ${first}`);
    await says(phone.page, 'Confirm on the other device');
    await expectWhole(phone.page, 'waiting');
    await says(page, `${PHONE} wants to sign in.`);
    await expectWhole(page, 'the question');
    // Somebody else’s: the code is replaced, and that device waits in vain.
    await pressIn(page, 'Not mine');
    const second = await shownCode(page);
    expect(second).not.toBe(first);
    await pressIn(phone.page, 'Cancel');
    await closed(phone.page);
    await toEnterCode(phone.page);
    await enterCode(phone.page, second);
    await says(page, `${PHONE} wants to sign in.`);
    expect(await token(phone.page)).toBeNull();
    await pressIn(page, 'Sign in');
    await says(page, `${PHONE} is signed in.`);
    await expectWhole(page, 'the end');
    await expect.poll(() => token(phone.page), POLL).toBeTruthy();
    await pressIn(page, 'Done');
    await row(page, PHONE).getByText('View and claim only').waitFor(PATIENCE);

    await agree(phone.page);
    await closed(phone.page);
    await phone.page.evaluate(() => sessionStorage.clear());
    await phone.page.goto(PRIVACY);
    await phone.page.reload();
    await row(phone.page, PHONE).getByText('This device').waitFor(PATIENCE);
    // The device resumes on its own, and the server says what it may not do.
    const only = /^This device can only view and claim\./;
    await press(phone.page, 'Add a device');
    await sheet(phone.page).getByText(only).waitFor(PATIENCE);
    await phone.page.keyboard.press('Escape');
    await closed(phone.page);
    await phone.page.goto('/#/pages/asset/index');
    await press(phone.page, 'Withdraw');
    await sheet(phone.page).getByRole('textbox', { name: 'Amount' }).fill('60.5');
    await pressIn(phone.page, 'Continue');
    await pressIn(phone.page, 'Withdraw 60.5 USDT');
    await sheet(phone.page).getByText(only).waitFor(PATIENCE);
    await pressIn(phone.page, 'Close');
    await closed(phone.page);
    await press(phone.page, 'Swap');
    await sheet(phone.page).getByRole('textbox', { name: 'Amount' }).fill('10');
    await sheet(phone.page).getByText(only).first().waitFor(PATIENCE);
    await phone.page.keyboard.press('Escape');
    await closed(phone.page);
    await produce(app.dataDir, person, '100');
    await phone.page.goto('/#/pages/pledge/index');
    await press(phone.page, 'Stake ADIT');
    // The last known balance, which it shows until the new one has arrived, is 0.
    await sheet(phone.page).getByText('Available 100 ADIT').waitFor(PATIENCE);
    await sheet(phone.page).getByRole('textbox').fill('100');
    await pressIn(phone.page, 'Continue');
    await pressIn(phone.page, 'Stake 100 ADIT');
    await sheet(phone.page).getByText(only).waitFor(PATIENCE);
    expect(await balance(person.api, 'USDT')).toBe('100');
    expect(await balance(person.api)).toBe('100');
  },
);

journey(
  'a link brings the code along; codes and questions expire, and who guesses has to wait',
  async ({ app, guest, visit }) => {
    const { page } = guest;
    const person = await newcomer(app.url);
    await enter(page, person);
    await page.goto(PRIVACY);
    await says(page, 'No devices yet');
    await press(page, 'Add a device');
    const code = (await shownCode(page)).replace(' ', '');
    await skip(app.url, PAIRING_MINUTES * 60 + 1);
    await says(page, 'This code has expired.');
    await pressIn(page, 'New code');
    const next = (await shownCode(page)).replace(' ', '');

    const phone = await visit({ userAgent: IPHONE });
    phone.expectFault(/40[14]|429/);
    await phone.page.goto(`${PRIVACY}?pair=${next}`);
    const field = sheet(phone.page).getByRole('textbox', { name: 'Code' });
    await field.waitFor(PATIENCE);
    expect(await field.inputValue()).toBe(next);
    expect(await phone.page.evaluate(() => location.hash)).toBe(PRIVACY.slice(1));
    await pressIn(phone.page, 'Continue');
    await says(phone.page, 'Confirm on the other device');
    await skip(app.url, PAIRING_MINUTES * 60 + 1);
    await says(phone.page, 'Time ran out. Get a new code on the other device.');
    expect(await token(phone.page)).toBeNull();
    await pressIn(phone.page, 'Enter another code');
    for (let tries = 0; tries < PAIRING_TRIES; tries += 1) {
      await field.fill(code);
      const answered = phone.page.waitForResponse(/pair\/join/);
      await pressIn(phone.page, 'Continue');
      await answered;
      await says(phone.page, /^This code is wrong/);
    }
    await enterCode(phone.page, code);
    await says(phone.page, /^There were too many wrong codes\. Try again in 2 minutes\./);
    expect(await ask(person.api, 'GET /api/user/devices', {})).toMatchObject({ items: [] });
  },
);
