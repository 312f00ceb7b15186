/** The withdraw sheet as journeys use it, opened by somebody who has coins. */
import type { Page } from 'playwright-core';
import * as bank from '#tests/support/bank.ts';
import { enterWithWallet } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import type { Devnet } from '#tests/support/money.ts';
import type { Person } from '#tests/support/person.ts';

export const PATIENCE = { timeout: 30_000 };

export const journey = plain
  /** More users than a file needs, verified, with 100 USDT: created together they wait for one deposit. */
  .extend('people', { scope: 'file' }, ({ app, devnet }) =>
    bank.richPeople(
      app.url,
      devnet,
      Array.from({ length: 10 }, () => ({ USDT: '100' })),
    ),
  )
  /** The next of them. */
  .extend('person', ({ people }) => {
    const person = people.pop();
    if (!person) throw new Error('nobody is left who has coins');
    return person;
  })
  /** On the asset page with the sheet open, and with the demo wallet. */
  .extend('rich', async ({ guest, person }) => {
    await enterWithWallet(guest.page, person);
    await openSheet(guest.page);
    return { ...guest, ...person };
  });

export const sheet = (page: Page) => page.getByRole('dialog');
export const press = (page: Page, name: string | RegExp) =>
  sheet(page).getByRole('button', { name }).click(PATIENCE);
export const says = (page: Page, text: string | RegExp) =>
  sheet(page).getByText(text).first().waitFor(PATIENCE);
export const field = (page: Page, name: string) => sheet(page).getByRole('textbox', { name });
export const amount = (page: Page, text: string) => field(page, 'Amount').fill(text);

/** Waits for the final review before it is sent. */
export const checks = (page: Page) => sheet(page).getByRole('group', { name: 'Confirm' }).waitFor(PATIENCE);

export async function openSheet(page: Page): Promise<void> {
  await page.goto('/#/pages/asset/index');
  await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click(PATIENCE);
  await says(page, 'Available 100 USDT');
}

export async function toOther(page: Page, address: string): Promise<void> {
  await press(page, 'Change');
  await field(page, 'Recipient').fill(address);
}

/** Waits until the sheet says that the withdrawal is confirmed. */
export const confirmed = (page: Page) =>
  sheet(page).locator('[aria-current=step]').getByText('Confirmed').waitFor(PATIENCE);

export const held = (devnet: Devnet, address: string): Promise<bigint> => bank.held(devnet, 'USDT', address);

export const withdrawals = async ({ api }: Pick<Person, 'api'>) =>
  (await api.call('GET /api/assets/records', { category: 'withdraw' })).data.items;

/** Counts the page's withdrawal requests. */
export function countSent(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/assets/withdraw')) sent += 1;
  });
  return () => sent;
}

/** The demo wallet's question. */
export const question = (page: Page) => page.getByRole('dialog', { name: 'Sign this text?' });
export const answer = (page: Page, name: 'Sign' | 'Reject') =>
  question(page).getByRole('button', { name, exact: true }).click(PATIENCE);
