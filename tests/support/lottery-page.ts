// The lottery's pages as journeys use them: people with a permanent miner and some coins, drums, and what is asked over HTTP.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Output } from '#contract';
import { fund } from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import type { Client } from '#tests/support/http.ts';
import { type Person, DAY, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { PATIENCE, journey as plain } from '#tests/support/staking-page.ts';

export const ROUTE = '/#/pages/guessing/index';
export const RECORDS = '/#/pages/guessing/previous';
export const INDEX = '**/api/mining/bet/index';

/** Some more than journeys that guess, for those that are tried again. */
const PEOPLE = 8;
/** ADIT of each; their trial's 12 come on top. */
const PURSE = '8';
export const HELD = 20;

export type Lottery = Output<'GET /api/mining/bet/index'>;

export const lotteryOf = (api: Client): Promise<Lottery> => ask(api, 'GET /api/mining/bet/index', {});
export const guessOverHttp = (api: Client, numbers: [number, number, number]): Promise<Lottery> =>
  ask(api, 'POST /api/mining/bet', { numbers });

interface Guesser extends Person {
  page: Page;
}

/** A session does not outlive a day without a call. */
const signInAgain = (url: string, wallet: Person['wallet']): Promise<Person> => newcomer(url, { wallet });

async function appear(on: Page, person: Person): Promise<Guesser> {
  await enter(on, person);
  return { ...person, page: on };
}

export const journey = plain
  /** Everybody a file needs: made together they wait for one deposit and one day. */
  .extend('guessers', { scope: 'file' }, async ({ app, devnet }) => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newcomer(app.url)));
    const purses = people.map((person) => [person, { USDT: '10', ADIT: PURSE }] as const);
    await Promise.all([fund(devnet, purses), ...people.map(({ api }) => verify(api))]);
    await Promise.all(people.map(({ api }) => ask(api, 'POST /api/mining/claim1', {})));
    await skip(app.url, DAY);
    await Promise.all(
      people.map(async ({ wallet }) => {
        const { api } = await signInAgain(app.url, wallet);
        await ask(api, 'POST /api/mining/claim', {});
        await ask(api, 'POST /api/mining/buy', { method: 'usdt' });
      }),
    );
    return people.map(({ wallet }) => wallet);
  })
  /** Somebody with a permanent miner and 20 ADIT, signed in on a page: a new one each time. */
  .extend('guesser', ({ app, guest, guessers }) => async (on: Page = guest.page): Promise<Guesser> => {
    const wallet = guessers.length > 1 ? guessers.pop() : undefined;
    if (!wallet) throw new Error('nobody is left who has a permanent miner');
    return appear(on, await signInAgain(app.url, wallet));
  })
  /** One and the same for journeys that look and never guess. */
  .extend('onlooker', ({ app, guest, guessers }) => async (on: Page = guest.page): Promise<Guesser> => {
    const [wallet] = guessers;
    if (!wallet) throw new Error('nobody has a permanent miner');
    return appear(on, await signInAgain(app.url, wallet));
  });

export const drum = (page: Page, place: number) => page.getByRole('spinbutton').nth(place);

/** What the three drums show: digits, or "not set" in the page's language. */
export const shown = (page: Page): Promise<(string | null)[]> =>
  Promise.all([0, 1, 2].map((place) => drum(page, place).getAttribute('aria-valuetext')));

/** Types three digits, one drum after the other by itself. */
export async function type(page: Page, digits: string): Promise<void> {
  await drum(page, 0).focus(PATIENCE);
  await page.keyboard.type(digits);
  await vi.waitFor(async () => expect((await shown(page)).join('')).toBe(digits), PATIENCE);
}

/** The card's own button. */
export const guessButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Guess for / });

/** The three characters that are marked in the hash. */
export const marked = async (page: Page): Promise<number[]> =>
  (await page.getByRole('main').locator('mark').allInnerTexts()).map(Number);
