// The exchange sheet as journeys use it: a user with coins on the asset page, the user's actions, and changes of the
// price feeds.
import { Contract } from 'ethers';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { client } from '#tests/support/http.ts';
import { expect, vi } from 'vitest';
import { read, richPeople, together } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import type { Devnet } from '#tests/support/money.ts';
import { type Page, type Route } from 'playwright-core';
import type { Person } from '#tests/support/person.ts';
import { journey as plain } from '#tests/support/journey.ts';

export const PATIENCE = { timeout: 30_000 };
export const SWAP = '**/api/assets/swap';

interface Rich extends Person {
  page: Page;
}

export const journey = plain
  /** All users a file needs, with their coins: created together they wait for one deposit. */
  .extend('people', { scope: 'file' }, ({ app, devnet }) =>
    richPeople(app.url, devnet, [
      ...Array.from({ length: 11 }, () => ({ USDT: '100' })),
      ...Array.from({ length: 2 }, () => ({ ADIT: '150000' })),
    ]),
  )
  /** A new user with 100 USDT, or 150,000 ADIT, on the asset page. */
  .extend('rich', ({ guest: { page }, people }) => async (coin: 'USDT' | 'ADIT' = 'USDT'): Promise<Rich> => {
    const person = coin === 'ADIT' ? people.pop() : people.shift();
    if (!person) throw new Error('nobody is left who has coins');
    await enter(page, person);
    await page.goto('/#/pages/asset/index');
    return { ...person, page };
  });

export const sheet = (page: Page) => page.getByRole('dialog');
export const press = (page: Page, name: string | RegExp) =>
  sheet(page).getByRole('button', { name }).click(PATIENCE);
export const says = (page: Page, text: string | RegExp) =>
  sheet(page).getByText(text).first().waitFor(PATIENCE);
export const amount = (page: Page, text: string) =>
  sheet(page).getByRole('textbox', { name: 'Amount' }).fill(text);
export const quoted = (page: Page) => sheet(page).getByRole('region', { name: 'Quote' });
/** The step's main button: it leads to the final review, and there it swaps. */
export const button = (page: Page) => sheet(page).getByRole('button', { name: /^(Continue$|Swap \d)/ });
export const proceed = async (page: Page) => {
  await button(page).click(PATIENCE);
  await sheet(page).getByRole('group', { name: 'Confirm' }).waitFor(PATIENCE);
};
export const enabled = (page: Page, is: boolean) =>
  vi.waitFor(() => expect(button(page).isEnabled()).resolves.toBe(is), PATIENCE);

export async function openSheet(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Swap', exact: true }).click(PATIENCE);
  await sheet(page)
    .getByText(/^Available/)
    .waitFor(PATIENCE);
}

export async function choose(page: Page, label: string, coin: string): Promise<void> {
  await sheet(page).getByRole('button', { name: label }).click();
  await sheet(page).getByRole('option', { name: coin }).click();
}

/** Holds back the page's requests for quotes (or swaps) until released. */
export async function hold(page: Page, which: 'quotes' | 'swaps'): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = [];
  let held = true;
  const handler = async (route: Route) => {
    const { quoteOnly } = route.request().postDataJSON() as { quoteOnly?: boolean };
    if (held && (quoteOnly === true) === (which === 'quotes'))
      await new Promise<void>((resolve) => waiting.push(resolve));
    await route.fallback();
  };
  await page.route(SWAP, handler);
  return async () => {
    held = false;
    for (const go of waiting) go();
    await page.unroute(SWAP, handler);
  };
}

/** A feed with all functions of its contract, as its owner. */
export function feedOf(devnet: Devnet, coin: string): Contract {
  const { target, runner } = devnet.feed(coin);
  return new Contract(target, artifact('MockV3Aggregator').abi, runner);
}

export const feedAnswer = (feed: Contract): Promise<bigint> => read(feed, 'latestAnswer');

/** Sets a feed to a multiple of its value, and waits until the server has read it. */
export async function move(url: string, devnet: Devnet, coin: string, percent: bigint): Promise<void> {
  const feed = feedOf(devnet, coin);
  const before = await priceOf(url, coin);
  await together(devnet, [[feed, 'updateAnswer', ((await feedAnswer(feed)) * percent) / 100n]]);
  await vi.waitFor(async () => expect(await priceOf(url, coin)).not.toBe(before), PATIENCE);
}

export const priceOf = async (url: string, coin: string): Promise<string | null | undefined> =>
  (await client(url).call('GET /api/assets/list', {})).data.items.find((item) => item.coin === coin)?.price;

export const exchanges = async ({ api }: Person) =>
  (await api.call('GET /api/assets/records', { category: 'exchange' })).data.items;
