// Inviting, as people do it: code, link, QR code and picture are shared, a link binds anyone who follows it, members
// are found, and every earning shows its breakdown.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { qrOf } from '#ui/qr.ts';
import { violations } from '#tests/support/axe.ts';
import { enter } from '#tests/support/enter.ts';
import { putFingerOn } from '#tests/support/finger.ts';
import { ask, DAY, newcomer, skip } from '#tests/support/person.ts';
import { journey, offline, PATIENCE, ROUTE } from '#tests/support/team-journey.ts';
import { codeOf, earnings } from '#tests/support/team-page.ts';
import { untilKept } from '#tests/support/stored.ts';
import { sign, signIn, token } from '#tests/support/walk.ts';
import { client } from '#tests/support/http.ts';

const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
const sheet = (page: Page) => page.getByRole('dialog').last();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem');
const hash = (page: Page): string => new URL(page.url()).hash;

journey('code and link are copied, shown as a QR code, and shared', async ({ on, guest, app, team }) => {
  await guest.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await on();
  const link = `${app.url}/?code=${team.code}`;
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await button(page, 'Copy invite code').click();
  await expect.poll(copied).toBe(team.code);
  // A finger resting on the code does the same.
  const finger = await putFingerOn(page.getByText(team.code, { exact: true }));
  await expect.poll(copied).toBe(team.code);
  await finger.lift();

  // A browser that cannot draw the picture shows the QR code.
  await page.evaluate(() => Reflect.set(HTMLCanvasElement.prototype, 'getContext', () => null));
  await button(page, 'Invite friends').click();
  const dark = sheet(page).getByRole('img', { name: 'QR code of your link' }).locator('path');
  expect(await dark.getAttribute('d', PATIENCE)).toBe(qrOf(link).path);
  expect(await violations(page)).toEqual([]);
  await button(page, 'Copy link').click();
  await expect.poll(copied).toBe(link);

  // This browser has no share sheet: the link is copied instead.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button(page, 'Share').click();
  await expect.poll(copied).toBe(link);
  await page.evaluate(() => {
    const given: unknown[] = [];
    const share = async (what: unknown) => {
      given.push(what);
      if (given.length > 1) throw new DOMException('closed', 'AbortError');
    };
    Object.assign(navigator, { share });
    Object.assign(globalThis, { given });
  });
  const given = () => page.evaluate(() => (globalThis as unknown as { given: object[] }).given);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button(page, 'Share').click();
  await button(page, 'Share').click();
  await expect.poll(async () => (await given()).length).toBe(2);
  expect((await given())[0]).toMatchObject({ title: 'Adit', url: link });
  expect(await copied()).toBe('');
});

journey('a link binds whoever signs in by it, over a reload as well', async ({ guest: { page }, app }) => {
  const inviter = await newcomer(app.url);
  const code = await codeOf(inviter);
  await page.goto(`/?code=${code}`);
  const waiting = () => page.evaluate(() => localStorage.getItem('inviteCode'));
  await expect.poll(waiting, PATIENCE).toBe(code);
  await page.reload();
  // The hero says who invites and what that means before anybody joins.
  const invite = page.getByRole('region', { name: 'Invite' });
  await invite.getByText(`${short(inviter.wallet.address)} invites you`).waitFor(PATIENCE);
  await invite
    .getByText(/You start with 1,200 hashrate.*10% of your hashrate, 15% of your staking/)
    .waitFor();
  await signIn(page);
  const api = client(app.url).as((await token(page)) ?? '');
  const { invitedBy } = await ask(api, 'GET /api/user/info', {});
  expect(invitedBy).toBe(short(inviter.wallet.address));
  expect(await waiting()).toBeNull();
  await page.goto(ROUTE);
  await page.getByText(short(inviter.wallet.address)).waitFor(PATIENCE);

  // The next time, the account already exists.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/?code=${code}&again`);
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click(PATIENCE);
  await page.getByRole('list', { name: 'Wallets' }).getByRole('button').click();
  await sign(page);
  await page.getByText('Invites only count for new accounts.').waitFor(PATIENCE);
  expect(await waiting()).toBeNull();
});

journey(
  'an account that opens an invite link is told that it is too late, and keeps the page without the code',
  async ({ on, team, app }) => {
    const page = await on();
    const told = page.getByText('Invites only count for new accounts.');
    for (const link of ['/?code=OTHER123#/pages/invite/index', '/#/pages/invite/index?code=OTHER456']) {
      await page.goto(link);
      await told.waitFor(PATIENCE);
      await expect.poll(() => page.url()).toBe(app.url + ROUTE);
      expect(await page.evaluate(() => localStorage.getItem('inviteCode'))).toBeNull();
      await told.waitFor({ state: 'detached', timeout: 20_000 });
      await page.reload();
      await page.getByText(team.code, { exact: true }).waitFor(PATIENCE);
      expect(await told.count()).toBe(0);
    }
  },
);

journey(
  'an invite is repeated in the connect sheet, and can be declined there for good',
  async ({ guest, app }) => {
    const { page } = guest;
    const inviter = await newcomer(app.url);
    const invite = page.getByRole('region', { name: 'Invite' });
    guest.expectFault(/404/);
    await page.goto('/?code=NOSUCHCODE');
    await invite.getByText('Nobody has the invite code NOSUCHCODE').waitFor(PATIENCE);

    await page.goto(`/?code=${await codeOf(inviter)}`);
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
    const inviteNotice = sheet(page).getByRole('region', { name: 'Invite' });
    await inviteNotice.getByText(`${short(inviter.wallet.address)} invites you`).waitFor(PATIENCE);
    await inviteNotice.getByText('What that means').click();
    for (const shares of ['10% · 5% · 1%', '15% · 10% · 5%', '1% · 0.5% · 0.3%'])
      await inviteNotice.getByText(shares, { exact: true }).waitFor();
    await inviteNotice.getByText(/An invite counts at your first sign-in only/).waitFor();
    expect(await violations(page)).toEqual([]);
    await inviteNotice.getByRole('button', { name: 'Join without the code' }).click();
    await inviteNotice.waitFor({ state: 'detached' });

    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('list', { name: 'Wallets' }).getByRole('button').click();
    await sign(page);
    const api = client(app.url).as((await token(page)) ?? '');
    expect((await ask(api, 'GET /api/user/info', {})).invitedBy).toBeNull();
  },
);

journey(
  "the way into a wallet's own browser takes the code along",
  async ({ guest: { page }, app, team }) => {
    // No wallet here, as in a phone's browser.
    const data = { ...(await ask(client(app.url), 'GET /api/index', {})), demo: false };
    await page.route('**/api/index', (route) => route.fulfill({ json: { code: 0, message: '', data } }));
    await page.goto(`/?code=${team.code}`);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('inviteCode')), PATIENCE)
      .toBe(team.code);
    await page.goto(ROUTE);
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
    const ways = page.getByRole('list', { name: 'Other wallets' });
    const { host } = new URL(app.url);
    expect(await ways.getByRole('link', { name: /MetaMask/ }).getAttribute('href', PATIENCE)).toBe(
      `https://link.metamask.io/dapp/${host}/?code=${team.code}#/pages/invite/index`,
    );
    for (const name of [/Trust Wallet/, /OKX Wallet/, /Binance Wallet/])
      expect(await ways.getByRole('link', { name }).getAttribute('href')).toMatch(/^https:/);
    await ways.getByText('Not available on this site').waitFor();
  },
);

offline(
  'the picture is a PNG of the code, made and saved without a network too',
  async ({ on, guest, team }) => {
    const page = await on();
    const save = async () => {
      await button(page, 'Invite friends').click();
      await sheet(page).getByRole('img').waitFor(PATIENCE);
      const coming = page.waitForEvent('download', PATIENCE);
      await button(page, 'Save picture').click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe(`adit-invite-${team.code}.png`);
      return readFile(await download.path());
    };
    const picture = await save();
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);
    expect(picture.length).toBeGreaterThan(30_000);
    expect(picture.length).toBeLessThan(1_500_000);
    expect(await violations(page)).toEqual([]);

    // The shell's files are cached once the worker is ready; figures are cached as they arrive.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await page.getByText('Direct referrals', { exact: true }).waitFor(PATIENCE);
    await untilKept(page, ['user/info', 'user/invites', 'user/levels', 'GET /api/index', 'game/config']);
    await guest.context.setOffline(true);
    await page.reload();
    await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
    await page.getByText(team.code, { exact: true }).waitFor(PATIENCE);
    expect(await page.getByRole('img', { name: /^Members by level/ }).getAttribute('aria-label')).toContain(
      'Level 1: 2',
    );
    expect((await save()).length).toBe(picture.length);
    await guest.context.setOffline(false);
    await page.getByText(/^Offline\. As of /).waitFor({ state: 'detached', ...PATIENCE });
  },
);

journey('members stand by level and are found by their address', async ({ on, team }) => {
  const page = await on();
  const level = (name: string) => page.getByRole('radio', { name, exact: true });
  const shown = async (...people: (keyof typeof team)[]) => {
    const expected = people.map((who) => short((team[who] as typeof team.bob).wallet.address));
    const texts = async () => (await members(page).allInnerTexts()).map((text) => text.split('\n')[0]);
    await vi.waitFor(async () => expect(await texts()).toEqual(expected), PATIENCE);
  };
  await page.getByRole('link', { name: 'Level 2' }).click();
  await shown('dan');
  expect(hash(page)).toBe('#/pages/invite/index?level=2');
  await level('Level 1').click();
  await shown('cid', 'bob');
  expect(hash(page)).toBe('#/pages/invite/index?level=1');
  const bob = members(page).filter({ hasText: short(team.bob.wallet.address) });
  expect(await bob.innerText()).toMatch(
    /Joined[\s\S]+Verified[\s\S]+1,200[\s\S]+Purchased[\s\S]+0[\s\S]+10 ADIT/i,
  );
  await level('Level 3').click();
  await page.getByText('Nobody on level 3 yet').waitFor(PATIENCE);

  await level('All').click();
  await shown('dan', 'cid', 'bob');
  const search = page.getByRole('searchbox', { name: 'Find a member' });
  await search.fill(team.cid.wallet.address.toLowerCase());
  await shown('cid');
  await search.fill(short(team.bob.wallet.address));
  await shown('bob');
  await search.fill(team.dan.wallet.address.slice(-4));
  await shown('dan');
  await search.fill(team.dan.wallet.address.slice(0, 7));
  await page.getByText(/^Enter the whole address/).waitFor();
  await search.fill(team.dan.wallet.address.slice(0, 6));
  await shown('dan');
  await level('Level 1').click();
  await page.getByText('Nobody found').waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).last().click();
  await shown('cid', 'bob');
  await search.fill('Bob');
  await page.getByText(/^Addresses only have/).waitFor();
  await shown('cid', 'bob');
});

journey('a long list of members comes as it is scrolled, and few rows are drawn', async ({ guest, app }) => {
  const { page } = guest;
  const inviter = await newcomer(app.url);
  const inviteCode = await codeOf(inviter);
  // More than one page of the list.
  const many = await Promise.all(Array.from({ length: 53 }, () => newcomer(app.url, { inviteCode })));
  await enter(page, inviter);
  await page.goto(`${ROUTE}?level=1`);
  await members(page).first().waitFor(PATIENCE);
  const last = page.locator(`li[aria-posinset="${many.length}"][aria-setsize="${many.length}"]`);
  await vi.waitFor(async () => {
    await page.evaluate(() => window.scrollBy(0, 1500));
    expect(await members(page).count()).toBeLessThan(30);
    expect(await last.count()).toBe(1);
  }, PATIENCE);
  expect(await violations(page)).toEqual([]);
});

journey('a level that is switched off here says so', async ({ guest: { page }, team, app }) => {
  const index = await ask(client(app.url), 'GET /api/index', {});
  const data = { ...index, features: { ...index.features, teamLevels: 1, staking: false } };
  await page.route('**/api/index', (route) => route.fulfill({ json: { code: 0, message: '', data } }));
  await enter(page, team.ann);
  await page.goto(`${ROUTE}?level=3`);
  await page.getByText('Level 3 is switched off here').waitFor(PATIENCE);
  await button(page, 'Show all members').click();
  await page.getByRole('radio', { name: 'Level 1' }).waitFor(PATIENCE);
  expect(await page.getByRole('radio').count()).toBe(2);
  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  const rates = page.getByRole('table');
  // The table does not wait for the race's part of it.
  await rates.getByRole('columnheader', { name: 'Race' }).waitFor(PATIENCE);
  expect(await rates.getByRole('row').count()).toBe(2);
  expect((await rates.innerText()).replace(/\s+/g, ' ')).toMatch(/Race Level 1 .* 10% 1%$/);
  expect(await rates.innerText()).not.toContain('Staking');
});

journey('every earning has a receipt that adds up, and can be hidden', async ({ on, team }) => {
  const page = await on();
  await page.getByRole('link', { name: 'Earnings', exact: true }).click();
  const [earned] = await earnings(team.ann);
  // 15 % of what 10 ADIT pay in a day at 0.1 %.
  expect(earned?.amount).toBe('0.0015');
  const entry = page.getByRole('list', { name: 'Earnings' }).getByRole('button');
  await page.getByRole('slider', { name: 'Earnings, last 30 days' }).waitFor(PATIENCE);
  await button(page, 'Show as a table').click();
  const days = page.getByRole('table', { name: 'Earnings, last 30 days' }).getByRole('row');
  expect(await days.count()).toBe(31);
  expect(await days.filter({ hasText: '0.0015 ADIT' }).count()).toBe(1);
  const receipt = await ask(team.ann.api, 'GET /api/user/earnings/receipt', { entry: earned?.entry ?? '' });
  await page.route('**/api/user/earnings/receipt?*', (route) => {
    const last = new URL(route.request().url()).searchParams.get('cursor') === 'next';
    return route.fulfill({
      json: { code: 0, message: '', data: { ...receipt, nextCursor: last ? null : 'next' } },
    });
  });
  await entry.first().click();
  await sheet(page).getByText(short(team.bob.wallet.address)).waitFor(PATIENCE);
  const text = await sheet(page).innerText();
  for (const part of ['0.0015 ADIT', `#${earned?.entry}`, 'Level 1', '15% of 0.01 ADIT'])
    expect(text).toContain(part);
  expect(await violations(page)).toEqual([]);
  const lines = sheet(page).getByRole('listitem');
  expect(await lines.count()).toBe(receipt.items.length);
  await sheet(page).getByRole('button', { name: 'Show more' }).click();
  await vi.waitFor(async () => expect(await lines.count()).toBe(2 * receipt.items.length), PATIENCE);
  expect(await sheet(page).getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  expect(await page.getByRole('main').innerText()).toMatch(/Total earnings\s+0\.0015\s+ADIT/);
  await button(page, 'Hide amounts').click();
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('0.0015');
  expect(await violations(page)).toEqual([]);
});

journey('who has no team yet sees how it begins; a guest is asked to connect', async ({ visit, app }) => {
  const { page } = await visit();
  await page.goto(ROUTE);
  await page.getByText('How it works').first().waitFor(PATIENCE);
  await page.getByRole('table').waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
  await enter(page, await newcomer(app.url));
  await page.reload();
  await page.getByText('0 of 1 valid user for').waitFor(PATIENCE);
  await page
    .getByRole('img', { name: 'Members by level: Level 1: 0 Level 2: 0 Level 3: 0' })
    .waitFor(PATIENCE);
  expect(await page.getByText('Your team is empty').count()).toBe(1);
  expect(await page.getByText('Direct referrals').count()).toBe(0);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByText('Your team is empty').waitFor(PATIENCE);
  await page.getByRole('link', { name: 'Earnings', exact: true }).click();
  await page.getByText('No team earnings yet').waitFor(PATIENCE);
  await page.getByRole('main').getByRole('button', { name: 'Invite friends' }).last().click();
  await page.getByRole('table').waitFor(PATIENCE);
});

journey('speaks Japanese, fits a phone and a desk, and axe finds nothing', async ({ visit, team }) => {
  for (const [lang, viewport] of [
    ['ja', { width: 375, height: 812 }],
    ['en', { width: 1280, height: 800 }],
  ] as const) {
    const { page, context } = await visit({ viewport });
    await context.addInitScript((value) => localStorage.setItem('lang', value), lang);
    await enter(page, team.ann);
    for (const view of ['', '?view=members', '?view=earnings']) {
      await page.goto(`/?${view.slice(1)}${ROUTE.slice(1)}${view}`);
      const rest =
        view === '' ? page.getByRole('table') : page.getByRole('main').getByRole('listitem').first();
      await rest.waitFor(PATIENCE);
      expect(await violations(page), `${lang}${view}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      const text = await page.getByRole('main').innerText();
      if (lang === 'ja') expect(text).not.toMatch(/Members|Earnings|Verified|Total/);
    }
  }
});

// This comes last: the others' sessions would end during its days.
journey(
  'who has joined in the last 7 days is counted and marked as new',
  async ({ guest: { page }, app }) => {
    const inviter = await newcomer(app.url);
    const inviteCode = await codeOf(inviter);
    const first = await newcomer(app.url, { inviteCode });
    await skip(app.url, 4 * DAY);
    const second = await newcomer(app.url, { inviteCode });
    const marks = members(page).getByText('Just joined', { exact: true });
    const show = async () => {
      await enter(page, await newcomer(app.url, { wallet: inviter.wallet }));
      // Loads the page itself: what home opens on its own would hide the list.
      await page.goto(`/?${Date.now()}${ROUTE.slice(1)}?view=members`);
      await members(page).first().waitFor(PATIENCE);
    };
    await show();
    await page.getByText('2 new in the last 7 days').waitFor(PATIENCE);
    expect(await marks.count()).toBe(2);
    await skip(app.url, 3.5 * DAY);
    await show();
    await page.getByText('1 new in the last 7 days').waitFor(PATIENCE);
    const row = (person: typeof first) => members(page).filter({ hasText: short(person.wallet.address) });
    await row(second).getByText('Just joined', { exact: true }).waitFor(PATIENCE);
    expect(await row(first).getByText('Just joined', { exact: true }).count()).toBe(0);
    await skip(app.url, 5 * DAY);
    await show();
    await page.getByText('Nobody new in the last 7 days').waitFor(PATIENCE);
    expect(await marks.count()).toBe(0);
  },
);
