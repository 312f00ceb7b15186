/** Steps that many journeys share. They find controls by visible text, as a person does. */
import { type Page } from 'playwright-core';
import { expect } from 'vitest';

const PATIENCE_MS = 20_000;

/** The session token stored by the page. */
export const token = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('token'));

/** Waits for a toast with this text, which may be over already. The next call waits for the next one. */
export const toasted = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => {
      const { toasts } = globalThis as unknown as { toasts: string[] };
      const at = toasts.findIndex((each) => each.includes(wanted));
      return at !== -1 && toasts.splice(at, 1);
    },
    text,
    { timeout: PATIENCE_MS },
  );

/** Opens home, taps Connect and chooses the demo wallet, which then asks for the signature. */
export async function chooseDemoWallet(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect wallet' }).first().click();
  const wallets = page.getByRole('list', { name: 'Wallets' });
  await wallets.getByRole('button', { name: /Demo wallet/ }).click();
}

/** Signs in with the demo wallet on a device that stays signed in; the welcome notice is still to come. */
export async function staySignedIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect wallet' }).first().click();
  await page.getByRole('checkbox', { name: 'Stay signed in' }).check();
  const wallets = page.getByRole('list', { name: 'Wallets' });
  await wallets.getByRole('button', { name: /Demo wallet/ }).click();
  await sign(page);
}

/** Signs and waits until the page has a session. */
export async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect.poll(() => token(page), { timeout: PATIENCE_MS }).toBeTruthy();
}

/** The whole sign-in: wallet, signature, welcome notice. */
export async function signIn(page: Page): Promise<void> {
  await chooseDemoWallet(page);
  await sign(page);
  await agree(page);
}

/** Agrees to the welcome notice, which a device shows only until then. */
export async function agree(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'I have read and agree' });
  await box.click({ timeout: PATIENCE_MS });
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await box.waitFor({ state: 'detached', timeout: PATIENCE_MS });
  await sheetEntriesGone(page);
}

/** Submits the sample documents and waits for demo mode's approval. */
export async function verify(page: Page): Promise<void> {
  await page.goto('/#/pages/authentication/index');
  await page.getByRole('button', { name: 'Use sample documents' }).click();
  await page.getByText('You are verified').waitFor({ timeout: PATIENCE_MS });
}

export async function startMiner(page: Page): Promise<void> {
  await page.goto('/#/pages/mining/index');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Nothing to do now.').waitFor({ timeout: PATIENCE_MS });
}

/** Makes an API call with the page's session, for data that the page does not show. */
export const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (url) => {
    const token = sessionStorage.getItem('token') ?? '';
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
    });
    return ((await response.json()) as { data: unknown }).data as never;
  }, path);

/**
 * Waits until closed sheets have removed their history entries. Otherwise, their going back would undo the next step
 * or stop a reload.
 */
export const sheetEntriesGone = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (history.state as { popup?: string } | null)?.popup === undefined, undefined, {
    timeout: PATIENCE_MS,
  });

/** Closes the sheet and waits until its history entry is gone too. */
export async function leaveSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await sheetEntriesGone(page);
}

/** Waits for the demo bar, the last thing loaded once the page is idle. */
export const runsBehind = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[data-bars]')?.childElementCount);

/**
 * Ends the emulated loss of the network. The browser does so in each of its processes: only an answer shows that
 * requests get through.
 */
export async function backOnline(page: Page): Promise<void> {
  const answered = page.waitForResponse(/\/api\//, { timeout: 60_000 });
  await page.context().setOffline(false);
  await answered;
}

/** What happens elsewhere while the page's next call is on its way: the page could learn of anything earlier. */
export const meanwhile = (page: Page, url: string, happens: () => Promise<unknown>): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await happens();
      await route.continue();
    },
    { times: 1 },
  );
