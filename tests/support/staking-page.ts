// Helpers for journeys on the staking pages: people with ADIT, with or without an order, and the controls they use.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Output } from '#contract';
import { fund } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import type { Client } from '#tests/support/http.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { type Person, ask, newcomer } from '#tests/support/person.ts';

export const PATIENCE = { timeout: 30_000 };
export const ROUTE = '/#/pages/pledge/index';
/** Append an order's id. */
export const DETAIL = '/#/pages/pledge/detail?id=';
export const INDEX = '**/api/stake/index';

/** More than there are journeys, to leave some for retries. */
const PEOPLE = 17;

interface Staker extends Person {
  page: Page;
  /** Id of the order that they start with; empty if none. */
  id: string;
}

export const stakeOverHttp = async (api: Client, amount: string): Promise<string> =>
  (await ask(api, 'POST /api/stake/stake', { amount })).id;

export const ordersOf = async (api: Client): Promise<Output<'GET /api/stake/list'>['items']> =>
  (await ask(api, 'GET /api/stake/list', {})).items;

export const journey = plain
  /** Everybody a file needs, with 500 ADIT each, created together so that they only wait for one deposit. */
  .extend('people', { scope: 'file' }, async ({ app, devnet }) => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newcomer(app.url)));
    const purses = people.map((person) => [person, { ADIT: '500' }] as const);
    await fund(devnet, purses);
    return people;
  })
  /**
   * Changes the data a page receives; `frozen` repeats the first result. Depends on `visit` so that it is removed before pages close.
   * To stop it earlier, `unrouteAll` and wait: `unroute` lets a call under way go on, and then its handler fails.
   */
  .extend('changed', ({ visit: _before }, { onCleanup }) => {
    const pages = new Set<Page>();
    onCleanup(async () => {
      for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    return async (
      page: Page,
      url: string | RegExp,
      change: (data: Record<string, unknown>) => object,
      { frozen = false } = {},
    ): Promise<void> => {
      let first: object | undefined;
      pages.add(page);
      await page.route(url, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: Record<string, unknown> };
        const data = frozen ? (first ??= change(body.data)) : change(body.data);
        await route.fulfill({ json: { ...body, data } });
      });
    };
  })
  /** Signs in a new person with 500 ADIT, `staked` of them in an order. */
  .extend(
    'staker',
    ({ app, guest, people }) =>
      async (staked?: string, on: Page = guest.page): Promise<Staker> => {
        const known = people.pop();
        if (!known) throw new Error('nobody is left who has coins');
        // Their first session ends within a week, and journeys skip days.
        const person = await newcomer(app.url, { wallet: known.wallet });
        const id = staked === undefined ? '' : await stakeOverHttp(person.api, staked);
        await enter(on, person);
        return { ...person, page: on, id };
      },
  );

/** With the service worker, so that the app works offline. */
export const offline = journey.extend('worker', 'allow');

export const dialog = (page: Page) => page.getByRole('dialog');
export const field = (page: Page) => dialog(page).getByRole('textbox');
export const submit = (page: Page) => dialog(page).locator('button[type=submit]');
/** The button of the last step, in whatever language: it names the amount. */
export const confirm = (page: Page) => dialog(page).getByRole('button', { name: /\d ADIT/ });
export const receipt = (page: Page) => dialog(page).getByRole('status');
export const press = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('button', { name }).click(PATIENCE);
export const says = (page: Page, text: string | RegExp) =>
  dialog(page).getByText(text).first().waitFor(PATIENCE);

/** Orders in the list: rows with a link to the order's page. */
export const row = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a[href*="pledge/detail"]') });

/** What an order has paid, on its page. */
export const paidRows = (page: Page) => page.getByRole('list', { name: 'Paid so far' }).getByRole('listitem');

export async function openStake(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Stake ADIT' }).click(PATIENCE);
  await field(page).waitFor(PATIENCE);
  await vi.waitFor(
    () =>
      expect(
        dialog(page)
          .getByText(/^Available/)
          .count(),
      ).resolves.toBe(1),
    PATIENCE,
  );
}

/** The next call reaches the server, but its answer does not reach the page. */
export const lostOnce = (page: Page, url: string): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Text files per language. */
const TEXTS = 2;

/** Waits until an active worker controls the page and the texts are cached. A navigation during activation would wait for it. */
export const workerReady = (page: Page): Promise<void> =>
  vi.waitFor(async () => {
    const [state, texts] = await page.evaluate(async () => [
      navigator.serviceWorker.controller?.state,
      (await (await caches.open('texts')).keys()).length,
    ]);
    expect(state).toBe('activated');
    expect(texts).toBeGreaterThanOrEqual(TEXTS);
  }, PATIENCE);

/** Cuts the network once the app is cached. */
export async function goOffline(page: Page): Promise<void> {
  await workerReady(page);
  await page.context().setOffline(true);
}
