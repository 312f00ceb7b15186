// The fund history of a user who has deposited, mined, exchanged a lot and withdrawn, on a page, for its journeys.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import * as bank from '#tests/support/bank.ts';
import { enter } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { DAY, type Person, ask, skip } from '#tests/support/person.ts';

export const PATIENCE = { timeout: 30_000 };
export const ROUTE = '/#/pages/asset/capital';
/** Swaps of Ann, two records each: more than two pages of the list. */
export const SWAPS = 60;

export const swap = ({ api }: Person, amount: string) =>
  ask(api, 'POST /api/assets/swap', { from: 'USDT', to: 'BTC', amount });

/** Rows currently rendered. */
export const row = (page: Page, name?: RegExp) =>
  page.getByRole('group', { name: 'Activity' }).getByRole('button', name && { name });
export const details = (page: Page) => page.getByRole('dialog').last();
export const texts = (page: Page) => row(page).allInnerTexts();
export const category = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
export const end = (page: Page) => page.getByText(/^That's all[.,]/);
export const endInSight = (page: Page): Promise<boolean> =>
  end(page).evaluateAll(([node]) => (node ? node.getBoundingClientRect().top < window.innerHeight : false));

/** The centre of a row in the middle of the window: a click by name would scroll first. */
export const rowInSight = (page: Page): Promise<[number, number]> =>
  row(page).evaluateAll((rows) => {
    const middle = window.innerHeight / 2;
    const boxes = rows.map((each) => each.getBoundingClientRect());
    const box = boxes.find(({ top, bottom }) => top <= middle + 80 && bottom >= middle - 80);
    if (!box) throw new Error('no row in the middle of the window');
    return [box.left + box.width / 2, box.top + box.height / 2];
  });

/** Scrolls until `there` is in view. */
export async function scrollTo(page: Page, there: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      await page.evaluate(() => window.scrollBy(0, 1500));
      expect(await there()).toBe(true);
    },
    { timeout: 60_000, interval: 100 },
  );
}

export const journey = plain
  /** Deposited, mined, exchanged and withdrew. */
  .extend('ann', { scope: 'file' }, async ({ app, devnet }) => {
    const [ann] = await bank.richPeople(app.url, devnet, [{ USDT: '500' }]);
    await ask(ann.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(ann.api, 'POST /api/mining/claim', {});
    for (let n = 1; n <= SWAPS; n += 1) await swap(ann, String(n / 100));
    const { address } = ann.wallet;
    await ask(ann.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '30' });
    await bank.reaches(ann.api, address, 'confirmed');
    return ann;
  })
  .extend('on', ({ guest: { page }, ann }) => async (query = ''): Promise<Page> => {
    await enter(page, ann);
    await page.goto(ROUTE + query);
    await row(page).first().waitFor(PATIENCE);
    return page;
  });
