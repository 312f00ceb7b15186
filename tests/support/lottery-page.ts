// Helpers for journeys on the lottery's pages: people with a permanent miner and coins, the drums, and API calls.
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

/** More than the journeys that guess, to leave some for retries. */
const PEOPLE = 8;
/** ADIT of each person; the trial adds 12. */
const PURSE = '8';
export const HELD = 20;

export type Lottery = Output<'GET /api/mining/bet/index'>;

export const lotteryOf = (api: Client): Promise<Lottery> => ask(api, 'GET /api/mining/bet/index', {});
export const guessOverHttp = (api: Client, numbers: [number, number, number]): Promise<Lottery> =>
  ask(api, 'POST /api/mining/bet', { numbers });

interface Guesser extends Person {
  page: Page;
}

/** A session expires after a day without a call. */
const signInAgain = (url: string, wallet: Person['wallet']): Promise<Person> => newcomer(url, { wallet });

async function appear(on: Page, person: Person): Promise<Guesser> {
  await enter(on, person);
  return { ...person, page: on };
}

export const journey = plain
  /** Everybody a file needs, created together so that they share one deposit wait and one clock skip. */
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
  /** Signs in a person with a permanent miner and 20 ADIT; a different person each time. */
  .extend('guesser', ({ app, guest, guessers }) => async (on: Page = guest.page): Promise<Guesser> => {
    const wallet = guessers.length > 1 ? guessers.pop() : undefined;
    if (!wallet) throw new Error('nobody is left who has a permanent miner');
    return appear(on, await signInAgain(app.url, wallet));
  })
  /** Signs in the same person each time, for journeys that never guess. */
  .extend('onlooker', ({ app, guest, guessers }) => async (on: Page = guest.page): Promise<Guesser> => {
    const [wallet] = guessers;
    if (!wallet) throw new Error('nobody has a permanent miner');
    return appear(on, await signInAgain(app.url, wallet));
  });

export const drum = (page: Page, place: number) => page.getByRole('spinbutton').nth(place);

/** What the three drums show: a digit each, or "not set" in the page's language. */
export const shown = (page: Page): Promise<(string | null)[]> =>
  Promise.all([0, 1, 2].map((place) => drum(page, place).getAttribute('aria-valuetext')));

/** Types three digits; the focus moves to the next drum on its own. */
export async function type(page: Page, digits: string): Promise<void> {
  await drum(page, 0).focus(PATIENCE);
  await page.keyboard.type(digits);
  await vi.waitFor(async () => expect((await shown(page)).join('')).toBe(digits), PATIENCE);
}

export const guessButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Guess for / });

/** The three digits that are marked in the hash. */
export const marked = async (page: Page): Promise<number[]> =>
  (await page.getByRole('main').locator('mark').allInnerTexts()).map(Number);
