// User actions in the app, by the labels on the page: claim, stake, unstake. An action ends with its tap.
import type { Page } from 'playwright-core';

/** One action, and its names in the outbox and the ledger. */
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

/** Whether an entry of the outbox, or a request, belongs to this action. */
export const isOf = (action: Action, call: string, input: object): boolean =>
  call === action.call &&
  (!('amount' in action) || ('amount' in input && input.amount === action.amount)) &&
  (!('id' in action) || ('id' in input && input.id === action.id));

/** Goes to the page of the action, up to the last tap. @returns that tap */
export async function reach(page: Page, action: Action): Promise<() => Promise<void>> {
  const route = routeOf(action);
  // Stays within the open document: offline, and before the worker is installed, no other document can be loaded.
  await page.evaluate((hash) => void (location.hash = hash), route);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  // An offer that appeared on its own.
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
    await dialog.locator('button[type=submit]').click(PATIENCE);
    const stake = dialog.getByRole('button', { name: /^Stake / });
    await stake.waitFor(PATIENCE);
    return () => stake.click(PATIENCE);
  }
  await main.getByRole('button', { name: 'Unstake' }).click(PATIENCE);
  const unstake = dialog.getByRole('button', { name: /^Unstake / });
  await unstake.waitFor(PATIENCE);
  return () => unstake.click(PATIENCE);
}

/** A sheet's history entry goes away slightly after the sheet; it would undo an earlier navigation. */
async function closed(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached', ...PATIENCE });
  const isGone = () => (history.state as { popup?: string } | null)?.popup === undefined;
  // A hint that appeared in the meantime may have left its own history entry.
  await page.waitForFunction(isGone, undefined, { timeout: 2000 }).catch(() => undefined);
}

/** Waits until the page has reported the result of the tap, and closes that report. */
export async function leave(page: Page, action: Action): Promise<void> {
  const main = page.getByRole('main');
  if (action.call === 'POST /api/mining/claim') {
    const shown = main
      .getByText(/is waiting to be sent|No answer yet|ADIT added\.|Nothing to do now/)
      .first();
    return shown.waitFor(PATIENCE);
  }
  const dialog = page.getByRole('dialog');
  const done = dialog.getByRole('button', { name: 'Done' });
  // The sheet closes on its own if the queue has been sent in the meantime.
  await Promise.any([done.waitFor(PATIENCE), dialog.waitFor({ state: 'detached', ...PATIENCE })]);
  if ((await done.count()) > 0) await done.click({ timeout: 2000 }).catch(() => undefined);
  await closed(page);
}
