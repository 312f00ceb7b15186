// Two people on one device: however a session ends, no browser storage keeps anything of it, and nobody else ever
// sees any of it, including responses in flight at that moment.
import type { Page, Route } from 'playwright-core';
import { expect, vi } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { journeyWithWorker as journey } from '#tests/support/journey.ts';
import { everything, keptKeys, kvKeys } from '#tests/support/stored.ts';
import { deposit, devnetOf } from '#tests/support/money.ts';
import { ask, newcomer, type Person, verify } from '#tests/support/person.ts';
import { token } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 20_000 };
const AMOUNT = '4242.125';

/** Texts that would identify the person in a storage. */
async function marksOf({ api, wallet, token: session, user }: Person): Promise<string[]> {
  const { exchangeUid } = await ask(api, 'GET /api/user/kyc', {});
  return [wallet.address, wallet.address.slice(2, 10), session, user.inviteCode, exchangeUid ?? session].map(
    (mark) => mark.toLowerCase(),
  );
}

/** What `enter` gave this test, and the totals of all people, to which only one person's deposit contributes here. */
const NOT_REPORTED = ['sessionStorage entered', 'kv last.3.anyone.["GET /api/transparency",{}]'];

/** Where one of these texts occurs. */
async function placesOf(page: Page, marks: readonly string[]): Promise<string[]> {
  const all = await everything(page);
  const guilty = ([, text]: readonly [string, string]) =>
    marks.some((mark) => text.toLowerCase().includes(mark));
  return all
    .filter(([place]) => !NOT_REPORTED.includes(place))
    .filter(guilty)
    .map(([place]) => place);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => token(page), PATIENCE).toBeNull();
}

/** The pages that show most about a person, each with the call that it caches. */
const TELLING = [
  ['/pages/authentication/index', 'GET /api/user/kyc'],
  ['/pages/mining/index', 'GET /api/mining/power'],
  ['/pages/invite/index', 'GET /api/user/levels'],
  ['/pages/asset/index', 'GET /api/assets/records'],
] as const;

async function lookAround(
  page: Page,
  { wallet }: Person,
  pages: readonly (typeof TELLING)[number][] = TELLING,
): Promise<void> {
  const area = `last.3.${wallet.address.toLowerCase()}.`;
  for (const [path, call] of pages) {
    await page.goto(`/#${path}`);
    const isStored = async () =>
      (await keptKeys(page)).some((key) => key.startsWith(area) && key.includes(call));
    await expect.poll(isStored, PATIENCE).toBe(true);
  }
}

journey(
  'after a sign-out nothing is left, and the next person in this tab sees none of it',
  async ({ app, guest }) => {
    const { page, context } = guest;
    guest.expectFault(/401/);
    const devnet = await devnetOf(app);
    const [ann, ben] = await Promise.all([newcomer(app.url), newcomer(app.url)]);
    await Promise.all([verify(ann.api), deposit(app.url, devnet, ann, 'USDT', AMOUNT)]);
    devnet.close();
    const marks = [...(await marksOf(ann)), AMOUNT, '4,242.12'];
    await enter(page, ann);
    await page.goto('/');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await lookAround(page, ann);
    await page.getByText('4,242.12').first().waitFor(PATIENCE);
    expect(await placesOf(page, marks)).toContain('page');

    // Calls that are requested but not answered before the session ends.
    const held: Route[] = [];
    await page.route(/\/api\/(assets|user|mining)\//, (route) => void held.push(route));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(1), PATIENCE);
    await signOut(page);
    await page.unroute(/\/api\/(assets|user|mining)\//);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    await page.getByText('Start once a day.').waitFor(PATIENCE);
    await vi.waitFor(async () => expect(await placesOf(page, marks)).toEqual([]), PATIENCE);
    // The coin list is public and stays cached.
    expect(await kvKeys(page)).toContain('last.3.anyone.["GET /api/assets/list",{}]');

    await page.evaluate(
      ([given, address]) => {
        sessionStorage.setItem('token', given);
        sessionStorage.setItem('wallet', JSON.stringify({ address, isConnected: true }));
      },
      [ben.token, ben.wallet.address] as const,
    );
    await page.reload();
    await page.goto('/#/pages/asset/index');
    await page.getByText('Latest activity').waitFor(PATIENCE);
    await context.setOffline(true);
    for (const path of ['/pages/asset/index', '/pages/authentication/index', '/pages/invite/index', '/']) {
      await page.goto(`/#${path}`);
      await page
        .getByText(/^Offline\. As of |^You're offline$/)
        .first()
        .waitFor(PATIENCE);
      expect(await placesOf(page, marks), path).toEqual([]);
    }
  },
);

journey(
  'tabs have sessions of their own: one that ends takes nothing from another, and leaves nothing to it',
  async ({ app, guest }) => {
    const { page, context } = guest;
    guest.expectFault(/401/);
    const [ann, ben] = await Promise.all([newcomer(app.url), newcomer(app.url)]);
    const annAgain = await newcomer(app.url, { wallet: ann.wallet });
    await verify(ann.api);
    const marks = await marksOf(ann);
    const [bens, second] = [await context.newPage(), await context.newPage()];
    for (const [tab, person] of [
      [page, ann],
      [bens, ben],
      [second, annAgain],
    ] as const) {
      await enter(tab, person);
      await tab.goto('/#/pages/invite/index');
      await tab.getByText(person.user.inviteCode).first().waitFor(PATIENCE);
      await lookAround(tab, person, TELLING.slice(2));
    }
    await signOut(page);
    expect(
      await placesOf(bens, marks).then((places) => places.filter((place) => !place.startsWith('kv '))),
    ).toEqual([]);
    await second.getByText('Latest activity').first().waitFor(PATIENCE);
    expect(await token(second)).toBe(annAgain.token);

    // The second session expires: what was requested and cached since is removed as well.
    await ask(annAgain.api, 'POST /api/auth/logout', {});
    await second.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => token(second), PATIENCE).toBeNull();
    await second.getByText('Start once a day.').waitFor(PATIENCE);
    for (const tab of [page, second, bens])
      await vi.waitFor(async () => expect(await placesOf(tab, marks)).toEqual([]), PATIENCE);

    // Ben's data is untouched, even offline.
    await bens.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await bens.goto('/#/pages/invite/index');
    await bens.getByText(ben.user.inviteCode).first().waitFor(PATIENCE);
  },
);
