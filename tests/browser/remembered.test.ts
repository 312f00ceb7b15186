// A device that stays signed in: reopened with and without a network, after weeks, in two tabs, copied, with a wrong
// clock, ended elsewhere. What a window leaves behind on a device that does not stay signed in.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journeyWithWorker as plain } from '#tests/support/journey.ts';
import { claimButton, claimWaits, giveOutboxToken, MINER } from '#tests/support/outbox-page.ts';
import { DAY, ask, newcomer, skip } from '#tests/support/person.ts';
import { newProfile } from '#tests/support/profile.ts';
import { workerReady } from '#tests/support/staking-page.ts';
import { everything, keptKeys, kvKeys, leftOf } from '#tests/support/stored.ts';
import { agree, ask as asPage, startMiner, staySignedIn, token, verify } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };

const journey = plain.extend('profile', async ({ app }, { onCleanup }) => {
  const profile = await newProfile(app.url);
  onCleanup(async () => {
    await profile.kill();
    await profile.remove();
  });
  return profile;
});

const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('device'));
async function isIn(page: Page): Promise<void> {
  await expect.poll(() => token(page), PATIENCE).toBeTruthy();
}
const isOut = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).first().waitFor(PATIENCE);
  expect([await token(page), await remembered(page)]).toEqual([null, null]);
};

/** Signs in with the demo wallet on a device that stays signed in. Returns the session's token. */
async function stay(page: Page): Promise<string> {
  await staySignedIn(page);
  await expect.poll(() => remembered(page), PATIENCE).toBeTruthy();
  // A device shows the welcome notice only once.
  if (!(await page.evaluate(() => localStorage.getItem('agreedNotice')))) await agree(page);
  return (await token(page)) ?? '';
}

const devicesOf = async (page: Page) =>
  (await asPage<{ items: { current: boolean }[] }>(page, '/api/user/devices')).items;
const balanceOf = async (page: Page) =>
  (await asPage<{ items: { coin: string; balance: string }[] }>(page, '/api/assets/list')).items.find(
    ({ coin }) => coin === 'ADIT',
  )?.balance;

journey(
  'reopened, the app is signed in without the wallet, for 30 days after its last use; signing out ends that',
  async ({ app, profile }) => {
    let context = await profile.open();
    let page = await context.newPage();
    const first = await stay(page);
    const address = (await remembered(page))?.split(' ')[1] ?? '';
    for (const days of [0, 29, 29]) {
      await context.close();
      if (days > 0) await skip(app.url, days * DAY);
      context = await profile.open();
      page = await context.newPage();
      await page.goto('/');
      await isIn(page);
      expect(await token(page)).not.toBe(first);
      expect(await devicesOf(page)).toMatchObject([{ current: true }]);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await isOut(page);
    await expect.poll(() => leftOf(page, address), PATIENCE).toEqual([]);
    expect(await kvKeys(page)).not.toContain('device');

    await stay(page);
    await context.close();
    await skip(app.url, 31 * DAY);
    context = await profile.open();
    page = await context.newPage();
    await page.goto('/');
    await isOut(page);
    await expect.poll(() => leftOf(page, address), PATIENCE).toEqual([]);
  },
);

journey(
  'reopened without a network, it shows the last figures and takes a claim, which is sent once',
  async ({ app, profile }) => {
    let context = await profile.open();
    let page = await context.newPage();
    await stay(page);
    await verify(page);
    await startMiner(page);
    await skip(app.url, DAY);
    await page.reload();
    await claimButton(page).waitFor(PATIENCE);
    await workerReady(page);
    await page.goto('/#/pages/asset/index');
    await page.getByText('Latest activity').waitFor(PATIENCE);
    await context.close();

    context = await profile.open({ network: false });
    page = await context.newPage();
    await page.goto(`/${MINER.slice(1)}`);
    await claimButton(page).click(PATIENCE);
    await claimWaits(page).waitFor(PATIENCE);
    await page.goto('/#/pages/asset/index');
    await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
    expect([await token(page), (await remembered(page)) === null]).toEqual([null, false]);
    // Long enough for the outbox token to expire: the device's key sends.
    await profile.kill();
    await skip(app.url, 4 * DAY);

    page = await (await profile.open()).newPage();
    await page.goto('/');
    await isIn(page);
    await expect.poll(() => balanceOf(page), PATIENCE).toBe('12');
    const { items } = await asPage<{ items: unknown[] }>(page, '/api/assets/records?category=mining');
    expect(items).toHaveLength(1);
  },
);

journey(
  'two tabs, a copy of the profile and a clock that is hours off: each resumes by itself, as one device',
  async ({ profile }) => {
    let context = await profile.open();
    await stay(await context.newPage());
    await context.close();
    context = await profile.open();
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    await Promise.all(tabs.map((page) => page.goto('/')));
    await Promise.all(tabs.map(isIn));
    expect(new Set(await Promise.all(tabs.map(token))).size).toBe(2);
    for (const page of tabs) expect(await devicesOf(page)).toMatchObject([{ current: true }]);
    await context.close();

    const copy = await profile.copy();
    try {
      const page = await (await copy.open()).newPage();
      await page.clock.install({ time: Date.now() + 5 * 3_600_000 });
      await page.goto('/');
      await isIn(page);
      expect(await devicesOf(page)).toHaveLength(1);
      const isReadable = await page.evaluate(async () => {
        const opening = indexedDB.open('adit');
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        const asked = opening.result.transaction('kv').objectStore('kv').get('device');
        await new Promise((resolve) => asked.addEventListener('success', resolve));
        const { key } = asked.result as { key: CryptoKey };
        return crypto.subtle.exportKey('jwk', key).then(
          () => true,
          () => key.extractable,
        );
      });
      expect(isReadable).toBe(false);
    } finally {
      await copy.kill();
      await copy.remove();
    }
  },
);

journey(
  'ended elsewhere while it is open, or closed without a network: nothing is left of the account',
  async ({ app, profile }) => {
    let context = await profile.open();
    let page = await context.newPage();
    const first = await stay(page);
    const address = (await remembered(page))?.split(' ')[1] ?? '';
    await page.goto('/#/pages/asset/index');
    await page.getByText('Latest activity').waitFor(PATIENCE);
    await workerReady(page);
    await context.close();

    context = await profile.open();
    await context.setOffline(true);
    page = await context.newPage();
    await page.goto('/#/pages/asset/index');
    await page.getByText('Latest activity').waitFor(PATIENCE);
    await ask(client(app.url).as(first), 'POST /api/user/devices/end', { which: 'all' });
    await context.setOffline(false);
    await expect.poll(() => remembered(page), PATIENCE).toBeNull();
    await isOut(page);
    await expect.poll(() => leftOf(page, address), PATIENCE).toEqual([]);

    // Another account on the same device, with the first one's tab still open.
    const again = await stay(page);
    const second = await context.newPage();
    await second.goto('/');
    await isIn(second);
    await ask(client(app.url).as(again), 'POST /api/auth/logout', {});
    await second.reload();
    await isOut(second);
    await isOut(page);
  },
);

/** Opens WalletConnect's store, puts this many entries into it, and says how many there are. */
const pairing = (add: number): Promise<number> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('WALLET_CONNECT_V2_INDEXED_DB');
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keyvaluestorage'));
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('keyvaluestorage', 'readwrite').objectStore('keyvaluestorage');
      for (let n = 0; n < add; n += 1) store.put('a session', `wc@2:client:0.3:session:${n}`);
      const count = store.count();
      count.addEventListener('success', () => {
        opening.result.close();
        resolve(count.result);
      });
    });
  });

journey(
  'a window that is merely closed leaves no figures, unless the device stays signed in, and nothing to the next one',
  async ({ app, profile }) => {
    const ann = await newcomer(app.url);
    const area = `last.3.${ann.wallet.address.toLowerCase()}.`;
    const areaIn = async (keys: Promise<string[]>) => (await keys).filter((key) => key.startsWith(area));
    let context = await profile.open();
    let page = await context.newPage();
    await enter(page, ann);
    await page.goto('/#/pages/asset/index');
    await page.getByText('Latest activity').waitFor(PATIENCE);
    await giveOutboxToken(page, ann);
    await expect.poll(() => areaIn(keptKeys(page)), PATIENCE).not.toEqual([]);
    await page.evaluate((to) => localStorage.setItem('@appkit/connections', to), ann.wallet.address);
    await page.evaluate(pairing, 1);
    // Nothing outlives the window: only the token that sends queued actions names the account.
    expect(await areaIn(kvKeys(page))).toEqual([]);
    const outlives = (await leftOf(page, ann.wallet.address)).filter((place) =>
      /^(kv|local|cache)/.test(place),
    );
    expect(outlives).toEqual(['localStorage @appkit/connections', 'kv outboxToken']);
    const stored = await everything(page);
    // A second window sees none of it and removes none of it.
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('main').getByRole('button', { name: 'Connect wallet' }).first().waitFor(PATIENCE);
    expect(await areaIn(keptKeys(other))).toEqual([]);
    await other.close();
    const kept = stored
      .filter(([place]) => place.startsWith(`sessionStorage own.${area}`))
      .map(([place]) => place);
    expect((await everything(page)).map(([place]) => place)).toEqual(expect.arrayContaining(kept));
    await context.close();

    context = await profile.open();
    page = await context.newPage();
    await page.goto('/');
    await expect.poll(() => leftOf(page, ann.wallet.address), PATIENCE).toEqual([]);
    await expect.poll(() => page.evaluate(pairing, 0), PATIENCE).toBe(0);

    // From the moment the device stays signed in, and no longer than that.
    const session = await stay(page);
    const ownArea = `last.3.${((await remembered(page)) ?? '').split(' ')[1]?.toLowerCase()}.`;
    const ownKeys = async () => (await kvKeys(page)).filter((key) => key.startsWith(ownArea));
    await expect.poll(async () => (await ownKeys()).join(), PATIENCE).toContain('GET /api/user/info');
    await ask(client(app.url).as(session), 'POST /api/user/devices/end', { which: 'all' });
    await expect.poll(ownKeys, PATIENCE).toEqual([]);
  },
);
