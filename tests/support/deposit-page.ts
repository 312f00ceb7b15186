// The deposit sheet as journeys use it: a person with test USDT on the asset page, what they press, what the chain does meanwhile.
import type { Wallet } from 'ethers';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { journey as plain } from '#tests/support/journey.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { personOf } from '#tests/support/page-person.ts';
import { ask, signIn } from '#tests/support/walk.ts';

export const PATIENCE = { timeout: 30_000 };

export const journey = plain
  .extend('devnet', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const devnet = await devnetOf(app);
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** Signed in, with 1,000 test USDT in the wallet, on the asset page. */
  .extend('person', async ({ guest, app, devnet }) => {
    await signIn(guest.page);
    const { wallet } = await personOf(guest.page, app.url);
    await holds(devnet, wallet.address, '1000');
    await guest.page.goto('/#/pages/asset/index');
    return { ...guest, wallet };
  });

/** Connecting has asked the faucet; it takes a block. */
const holds = (devnet: Devnet, address: string, amount: string): Promise<void> =>
  vi.waitFor(async () => {
    const held = (await devnet.token('USDT').getFunction('balanceOf')(address)) as bigint;
    expect(held).toBe(BigInt(amount) * 10n ** 18n);
  }, PATIENCE);

export const sheet = (page: Page) => page.getByRole('dialog', { name: 'Deposit', exact: true });
/** The demo wallet's own window. */
export const wallets = (page: Page) => page.getByRole('dialog', { name: 'Send this transaction?' });

/** Opens the sheet and fills in an amount. */
export async function fillIn(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Deposit', exact: true }).first().click();
  await sheet(page).getByText('Available 1,000 USDT').waitFor(PATIENCE);
  await sheet(page).getByRole('textbox', { name: 'Amount' }).fill(amount);
}

export const press = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).click();
export const says = (page: Page, text: string | RegExp) => sheet(page).getByText(text).waitFor(PATIENCE);

/** From the form to the signed transaction. */
export async function depositOf(page: Page, amount: string): Promise<void> {
  await fillIn(page, amount);
  await press(page, 'Deposit');
  await wallets(page).getByRole('button', { name: 'Send', exact: true }).click(PATIENCE);
  await says(page, 'Signed in your wallet');
}

/** A coin's row of the asset list. */
const rowOf = (page: Page, coin: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(coin, { exact: true }) });
export const showsBalance = (page: Page, text: string) =>
  rowOf(page, 'USDT').getByText(text).first().waitFor(PATIENCE);

interface List {
  items: { coin: string; balance: string }[];
}
/** What the server says that the person has of USDT. */
export const balance = async (page: Page): Promise<string | undefined> =>
  (await ask<List>(page, '/api/assets/list')).items.find(({ coin }) => coin === 'USDT')?.balance;

/** No block is made while `run` runs. */
export async function betweenBlocks<T>(devnet: Devnet, run: () => Promise<T>): Promise<T> {
  await devnet.provider.send('evm_setIntervalMining', [0]);
  try {
    return await run();
  } finally {
    await devnet.provider.send('evm_setIntervalMining', [1]);
  }
}

/** Puts another transaction in the place of the wallet's waiting one; it pays more. */
export async function replace(devnet: Devnet, wallet: Wallet, to: string, data = '0x'): Promise<void> {
  const signer = wallet.connect(devnet.provider);
  const nonce = await devnet.provider.getTransactionCount(wallet.address, 'latest');
  await signer.sendTransaction({ to, data, nonce, gasLimit: 100_000n, gasPrice: 10n ** 9n });
}
