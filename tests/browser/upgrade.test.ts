// The page during an upgrade: opened from the previous release, it keeps working while servers are replaced one by
// one behind nginx, and becomes the new one when its user says so.
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { shortOrLong } from '#tests/support/chaos.ts';
import { emptyPlace, removeClusterAtEnd, twoRoles } from '#tests/support/databases.ts';
import { controlled } from '#tests/support/device.ts';
import { enter } from '#tests/support/enter.ts';
import { type Fleet, startFleet } from '#tests/support/fleet.ts';
import { client } from '#tests/support/http.ts';
import { journeyWithWorker as journey } from '#tests/support/journey.ts';
import { MINER, claimButton, claimOffline, claims, giveOutboxToken } from '#tests/support/outbox-page.ts';
import { DAY, type Person, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { hasPrevious, takeOutPrevious } from '#tests/support/previous-release.ts';
import { ROOT } from '#tests/support/steps.ts';
import { previousBuild } from '#tests/support/versions.ts';

removeClusterAtEnd();

const PATIENCE = { timeout: 60_000 };
/** Pages whose code is loaded when they are opened, with their headings. */
const PAGES = {
  '/pages/asset/index': 'Asset Center',
  '/pages/invite/index': 'Invite Friends',
  '/pages/mining/index': 'Miner Management',
};

let folder = '';
let place: Awaited<ReturnType<typeof emptyPlace>>;
let fleet: Fleet;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-upgrade-'));
  place = await emptyPlace('postgres');
  const buildsPage = shortOrLong(false, true);
  const root = takeOutPrevious(join(folder, 'previous'), { buildsPage });
  const dist = join(root, 'dist');
  // Rebuilt, the page would have the same file names as this release wherever nothing has changed.
  if (buildsPage) await rename(dist, join(root, 'built'));
  await previousBuild(dist, buildsPage ? join(root, 'built') : undefined);
  fleet = await startFleet({ folder, database: twoRoles(place), root });
});
afterAll(async () => {
  await fleet?.stop();
  await place?.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const isPrevious = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset['version'] === 'previous').catch(() => false);

const lookForUpdate = (page: Page): Promise<unknown> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

async function walk(page: Page): Promise<void> {
  for (const [path, name] of Object.entries(PAGES)) {
    await page.goto(`/#${path}`);
    await page.getByRole('heading', { level: 1, name }).waitFor(PATIENCE);
  }
}

/** Somebody whose cycle is over. */
async function claimant(): Promise<Person> {
  const { url, keeper } = fleet;
  const person = await newcomer(url);
  await verify(person.api);
  await ask(person.api, 'POST /api/mining/claim1', {});
  await skip(keeper.url, DAY);
  return newcomer(url, { wallet: person.wallet });
}

journey.runIf(hasPrevious)(
  'the previous release’s page goes on while its servers are replaced, sends what was queued once, and then becomes the new one in every tab',
  async ({ visit }) => {
    const { url } = fleet;
    const person = await claimant();
    const { context, page } = await visit({ baseURL: url });
    // Nothing of it is on the device: it has loaded one page, and has no worker.
    const { page: bare } = await visit({ baseURL: url, serviceWorkers: 'block' });
    await bare.goto('/');
    await bare.getByRole('heading', { level: 1 }).waitFor(PATIENCE);
    const bareLoads = countLoads(bare);

    await enter(page, person);
    await page.goto(MINER);
    await claimButton(page).waitFor(PATIENCE);
    await controlled(page);
    await giveOutboxToken(page, person);
    const other = await context.newPage();
    await enter(other, person);
    await other.goto('/#/pages/airdrop/index');
    const code = other.getByRole('main').getByRole('textbox', { name: 'Coupon code' });
    await code.fill('TYPED');
    expect([await isPrevious(page), await isPrevious(other), await isPrevious(bare)]).toEqual([
      true,
      true,
      true,
    ]);
    await claimOffline(page);

    await fleet.replace(1, ROOT);
    await context.setOffline(false);
    await expect.poll(() => claims(person), PATIENCE).toBe(1);
    await walk(page);
    await lookForUpdate(page);
    expect(await page.getByText('New version ready').count()).toBe(0);
    // Anyone who arrives now gets one complete release.
    const { page: late } = await visit({ baseURL: url, serviceWorkers: 'block' });
    await late.goto('/#/pages/asset/index');
    await late.getByRole('heading', { level: 1, name: 'Asset Center' }).waitFor(PATIENCE);
    expect(await isPrevious(late)).toBe(true);

    await fleet.replace(0, ROOT);
    await walk(page);
    await walk(bare);
    expect([bareLoads(), await isPrevious(bare)]).toEqual([0, true]);
    await late.reload();
    await late.getByRole('heading', { level: 1, name: 'Asset Center' }).waitFor(PATIENCE);
    expect(await isPrevious(late)).toBe(false);

    await lookForUpdate(page);
    await other.getByText('New version ready').waitFor(PATIENCE);
    const loads = [countLoads(page), countLoads(other)];
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => isPrevious(page), PATIENCE).toBe(false);
    await walk(page);
    // The other tab keeps what is typed there until its user leaves it.
    expect([await isPrevious(other), await code.inputValue()]).toEqual([true, 'TYPED']);
    await other.evaluate(() => void (location.hash = '/pages/asset/index'));
    await expect.poll(() => isPrevious(other), PATIENCE).toBe(false);
    await other.getByRole('heading', { level: 1, name: 'Asset Center' }).waitFor(PATIENCE);
    await expect.poll(() => loads.map((count) => count())).toEqual([1, 1]);
    expect(await claims(person)).toBe(1);
    expect(await ask(client(url).as(person.token), 'GET /api/mining/index', {})).toMatchObject({
      state: 'expired',
    });
  },
);
