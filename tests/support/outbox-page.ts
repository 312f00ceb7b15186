// Helpers for journeys with the outbox: people whose cycle is over, the queued actions, and the worker's sync event.
import type { BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journeyWithWorker as plain } from '#tests/support/journey.ts';
import { put } from '#tests/support/page-worker.ts';
import { type Person, ask, balance, DAY, newcomer, skip, verify } from '#tests/support/person.ts';
import { workerReady } from '#tests/support/staking-page.ts';

export const PATIENCE = { timeout: 30_000 };
export const MINER = '/#/pages/mining/index';
/** ADIT that every finished cycle has produced. */
const REWARD = '12';

/** More than there are journeys, to leave some for retries. */
const READY = 8;
const OVER = 8;

interface OnPage extends Person {
  page: Page;
}

const taken = (people: Person[]): Person => {
  const person = people.pop();
  if (!person) throw new Error('nobody is left');
  return person;
};

export const journey = plain
  /** Everybody a file needs, all verified: some can start their miner, the others' cycle is over. */
  .extend('people', { scope: 'file' }, async ({ app }) => {
    const all = await Promise.all(Array.from({ length: READY + OVER }, () => newcomer(app.url)));
    await Promise.all(all.map(({ api }) => verify(api)));
    const [ready, over] = [all.slice(0, READY), all.slice(READY)];
    await Promise.all(over.map(({ api }) => ask(api, 'POST /api/mining/claim1', {})));
    await skip(app.url, DAY);
    return { ready, over };
  })
  .extend(
    'starter',
    ({ people }) =>
      () =>
        taken(people.ready),
  )
  .extend(
    'claimant',
    ({ people }) =>
      () =>
        taken(people.over),
  )
  /** A person who can start the miner, on the miner page with an active worker. */
  .extend('onPage', ({ guest, starter }) => async (): Promise<OnPage> => {
    const person = starter();
    const { page } = guest;
    await enter(page, person);
    await page.goto(MINER);
    await startButton(page).waitFor(PATIENCE);
    await workerReady(page);
    return { ...person, page };
  });

export const startButton = (page: Page) => page.getByRole('button', { name: 'Start', exact: true });
export const claimButton = (page: Page) => page.getByRole('button', { name: /^Claim 12/ });
export const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the miner page of a person whose cycle is over. */
export async function openClaim(page: Page, person: Person): Promise<void> {
  await enter(page, person);
  await page.goto(MINER);
  await claimButton(page).waitFor(PATIENCE);
  await workerReady(page);
}

/** These texts replace the buttons; the second of each where the browser has tried before it knew that it is offline. */
export const startWaits = (page: Page) =>
  page.getByText(/^Your start is waiting to be sent$|^No answer yet$/);
export const claimWaits = (page: Page) =>
  page.getByText(/^Your claim of 12 ADIT is waiting to be sent$|^No answer yet$/);

export async function startOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await startButton(page).click(PATIENCE);
  await startWaits(page).waitFor(PATIENCE);
}

export async function claimOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await claimButton(page).click(PATIENCE);
  await claimWaits(page).waitFor(PATIENCE);
}

export const miner = async ({ api }: Person): Promise<string> =>
  (await ask(api, 'GET /api/mining/index', {})).state;

export const credited = (person: Person): Promise<void> =>
  vi.waitFor(async () => expect(await balance(person.api)).toBe(REWARD), { ...PATIENCE, interval: 100 });

/** Number of history rows created by claims. */
export const claims = async (person: Person): Promise<number> =>
  (await ask(person.api, 'GET /api/assets/records', { category: 'mining' })).items.length;

/** Opens a new session for the same wallet after the clock was moved. */
export async function signedInAgain({ wallet }: Person, url: string): Promise<Person> {
  const { serverTime } = await ask(client(url), 'GET /api/index', {});
  return newcomer(url, { wallet, issuedAt: new Date(serverTime) });
}

interface StoredItem {
  call: string;
  state: string;
  address: string;
}

/** All actions queued on the device, of any account. */
export const stored = (page: Page): Promise<StoredItem[]> =>
  page.evaluate(async () => {
    const open = indexedDB.open('adit');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const get = open.result.transaction('kv').objectStore('kv').get('outbox');
    await new Promise((resolve) => (get.onsuccess = resolve));
    open.result.close();
    return (get.result as { items: StoredItem[] } | undefined)?.items ?? [];
  });

/** Stores the outbox token for the worker, as a sign-in on this device would. */
export const giveOutboxToken = (page: Page, { outboxToken, user }: Person): Promise<void> =>
  put(page, 'outboxToken', { token: outboxToken, address: user.address });

/** Wakes the worker with a sync event, as the browser does when the network returns. */
export async function syncEvent(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: 'outbox',
    lastChance: false,
  });
}
