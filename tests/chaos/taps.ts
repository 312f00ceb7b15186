// What a person does in the app, by what is written on the page: claim, stake, redeem. A tap is over as soon as it was made.
import type { Page } from 'playwright-core';

/** One intent, and how the outbox and the ledger name it. */
export type Action =
  | { readonly call: 'POST /api/mining/claim'; readonly effect: 'claim' }
  | { readonly call: 'POST /api/stake/stake'; readonly effect: string; readonly amount: string }
  | { readonly call: 'POST /api/stake/unstake'; readonly effect: string; readonly id: string };

const PATIENCE = { timeout: 15_000 };

export const routeOf = (action: Action): string => {
  if (action.call === 'POST /api/mining/claim') return '/pages/mining/index';
  return action.call === 'POST /api/stake/stake'
    ? '/pages/pledge/index'
    : `/pages/pledge/detail?id=${action.id}`;
};

/** Whether an entry of the outbox, or a request, is this intent. */
export const isOf = (action: Action, call: string, input: object): boolean =>
  call === action.call &&
  (!('amount' in action) || ('amount' in input && input.amount === action.amount)) &&
  (!('id' in action) || ('id' in input && input.id === action.id));

/** Goes where the action is made, and up to the last tap. @returns that tap */
export async function reach(page: Page, action: Action): Promise<() => Promise<void>> {
  const route = routeOf(action);
  // Within the document that is open: without a network, and before the worker is there, no other can be had.
  await page.evaluate((hash) => void (location.hash = hash), route);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  // An offer that came by itself.
  if ((await dialog.count()) > 0) {
    await page.keyboard.press('Escape');
    await closed(page);
  }
  if (action.call === 'POST /api/mining/claim') {
    const claim = main.getByRole('button', { name: /^Claim / });
    await claim.waitFor(PATIENCE);
    return () => claim.click(PATIENCE);
  }
  if (action.call === 'POST /api/stake/stake') {
    await main.getByRole('button', { name: 'Stake ADIT' }).click(PATIENCE);
    await dialog.getByText(/^Available/).waitFor(PATIENCE);
    await dialog.getByRole('textbox').fill(action.amount);
    return () => dialog.locator('button[type=submit]').click(PATIENCE);
  }
  await main.getByRole('button', { name: 'Redeem' }).click(PATIENCE);
  const redeem = dialog.getByRole('button', { name: /^Redeem / });
  await redeem.waitFor(PATIENCE);
  return () => redeem.click(PATIENCE);
}

/** A sheet's entry in the history goes a moment after the sheet; a navigation before would be undone by that. */
async function closed(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached', ...PATIENCE });
  const isGone = () => (history.state as { popup?: string } | null)?.popup === undefined;
  // A hint that came meanwhile may have left an entry of its own.
  await page.waitForFunction(isGone, undefined, { timeout: 2000 }).catch(() => undefined);
}

/** Waits until the page has said what became of the tap, and closes what says it. */
export async function leave(page: Page, action: Action): Promise<void> {
  const main = page.getByRole('main');
  if (action.call === 'POST /api/mining/claim') {
    const shown = main.getByText(/waits to be sent|It is in your balance|Nothing to do now/).first();
    return shown.waitFor(PATIENCE);
  }
  const dialog = page.getByRole('dialog');
  const done = dialog.getByRole('button', { name: 'Done' });
  // The sheet goes by itself when what waited has been sent meanwhile.
  await Promise.any([done.waitFor(PATIENCE), dialog.waitFor({ state: 'detached', ...PATIENCE })]);
  if ((await done.count()) > 0) await done.click({ timeout: 2000 }).catch(() => undefined);
  await closed(page);
}
