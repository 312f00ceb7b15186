// The race's pages as journeys use them: what people choose and press. People come from the staking journeys: somebody with
// 500 ADIT.
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
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

/** Lanes and one amount for all of them. */
export async function choose(page: Page, coins: readonly string[], amount: string): Promise<void> {
  for (const coin of coins) await lane(page, coin).click(PATIENCE);
  await amountField(page).fill(amount);
}

/** Opens the bet's sheet, once the page knows the balance. */
export async function openBet(page: Page): Promise<void> {
  await page.getByText(/^Available /).waitFor(PATIENCE);
  await betButton(page).click(PATIENCE);
  await dialog(page).getByText('A bet cannot be changed or taken back.').waitFor(PATIENCE);
}

/** A page that asks nothing does not know that the clock was moved: with the next answer it does. */
export const learnTime = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click(PATIENCE);

/** Rounds whose result the page still waits for. */
export const awaited = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('awaitedRaces'));

export const untilNothingIsAwaited = (page: Page): Promise<void> =>
  vi.waitFor(async () => expect(await awaited(page)).toBe('[]'), PATIENCE);

/** The newest race as it runs or ended. */
export const stage = (page: Page) => page.getByRole('region', { name: 'Last race' });

/**
 * Accessibility of the race page once it has come to rest. A race of an earlier journey may still be running, which would be
 * waited for; and the demo bar comes last, upon which the bet's bar moves up by a frame later.
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

/** The page is in the background, as in a pocket, until it wakes. */
export const sleep = (page: Page): Promise<void> => show(page, true);
export const wake = (page: Page): Promise<void> => show(page, false);

/** In so many pieces a figure stands. */
export const linesOf = (figure: Locator): Promise<number> =>
  figure.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length;
  });
