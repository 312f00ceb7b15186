// Helpers for journeys on the race's pages: choosing lanes, betting, and reading results. The people come from staking-page.ts, with
// 500 ADIT each.
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { raceTimes } from '#rules/race.ts';
import { violations } from '#tests/support/axe.ts';
import { dialog, PATIENCE } from '#tests/support/staking-page.ts';

export const RACE = '/#/pages/main/index';
export const HUB = '/#/pages/main/main';
export const RECORDS = '/#/pages/main/record';

export const lane = (page: Page, coin: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${coin},`) });
export const amountField = (page: Page) => page.getByRole('main').getByRole('textbox').first();
export const betButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Bet', exact: true });

/** Chooses lanes and enters one amount for all of them. */
export async function choose(page: Page, coins: readonly string[], amount: string): Promise<void> {
  for (const coin of coins) await lane(page, coin).click(PATIENCE);
  await amountField(page).fill(amount);
}

/** Opens the bet sheet once the page has loaded the balance. */
export async function openBet(page: Page): Promise<void> {
  await page.getByText(/^Available /).waitFor(PATIENCE);
  await betButton(page).click(PATIENCE);
  await dialog(page).getByText("A bet can't be changed or taken back.").waitFor(PATIENCE);
}

/** The page learns that the clock was moved only from its next answer. */
export const learnTime = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click(PATIENCE);

/** Rounds whose results the page is still waiting for, as JSON. */
export const awaited = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('awaitedRaces'));

export const untilNothingIsAwaited = (page: Page): Promise<void> =>
  vi.waitFor(async () => expect(await awaited(page)).toBe('[]'), PATIENCE);

/** The newest race, running or ended. */
export const stage = (page: Page) => page.getByRole('region', { name: 'Last race' });

/**
 * Runs axe on the race page once it is at rest. Finishes the animation of an earlier journey's race, because axe would wait for it. Waits
 * for the demo bar, which loads last and pushes the bet bar up one frame later.
 */
export async function violationsAtRest(page: Page): Promise<string[]> {
  await page.locator('[data-bars] aside').waitFor(PATIENCE);
  await page.evaluate(() => {
    for (const runner of document.querySelectorAll('[data-runner], [data-tail]'))
      for (const animation of runner.getAnimations()) animation.finish();
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return violations(page);
}

const show = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (now ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, hidden);

/** Puts the page in the background, like a phone in a pocket, until `wake`. */
export const sleep = (page: Page): Promise<void> => show(page, true);
export const wake = (page: Page): Promise<void> => show(page, false);

/** The time by which people know a race, in the page's own zone and language. */
export const timeOf = (page: Page, round: number): Promise<string> =>
  page.evaluate(
    (at) => new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(at),
    raceTimes(round).drawsAt.getTime(),
  );

/** A lane with the account's own stake on it. */
export const laneWith = (page: Page, coin: string, own: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${coin},.* yours ${own}$`) });

/** Number of boxes a figure is laid out in; more than one means that it wraps. */
export const linesOf = (figure: Locator): Promise<number> =>
  figure.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length;
  });
