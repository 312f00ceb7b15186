// The deposit sheet as journeys use it: a user with test USDT on the asset page, the user's actions, and the chain's
// events.
import { Wallet, toQuantity } from 'ethers';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { held, mine, mint } from '#tests/support/bank.ts';
import { enterWithWallet } from '#tests/support/enter.ts';
import { journey as plain } from '#tests/support/journey.ts';
import type { Devnet } from '#tests/support/money.ts';
import { newcomer } from '#tests/support/person.ts';
import { everything } from '#tests/support/stored.ts';
import { ask, signIn } from '#tests/support/walk.ts';

export const PATIENCE = { timeout: 30_000 };

/** As many as the journeys of one file need. */
const PEOPLE = 10;
/** Of a deposit on the devnet. */
const CONFIRMATIONS = 3;

export const journey = plain
  /**
   * All users a file needs, with gas and 1,000 test USDT in their wallets: created together they wait for one block.
   */
  .extend('people', { scope: 'file' }, async ({ app, devnet }) => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newcomer(app.url)));
    for (const { wallet } of people)
      await devnet.provider.send('anvil_setBalance', [wallet.address, toQuantity(10n ** 18n)]);
    await mint(
      devnet,
      people.map(({ wallet }) => [wallet.address, 'USDT', '1000']),
    );
    return people;
  })
  /** Signed in with the demo wallet, with 1,000 test USDT in it, on the asset page. */
  .extend('person', async ({ guest, people }) => {
    const person = people.pop();
    if (!person) throw new Error('nobody is left who has coins');
    await enterWithWallet(guest.page, person);
    await guest.page.goto('/#/pages/asset/index');
    return { ...guest, wallet: new Wallet(person.wallet.privateKey) };
  })
  /**
   * The same by hand: wallet, signature, welcome notice, and the faucet's money for connecting. Since the wallet has
   * reported its state, later changes in the wallet are events for the page.
   */
  .extend('walker', async ({ guest, devnet }) => {
    await signIn(guest.page);
    const wallet = await walletOf(guest.page);
    await holds(devnet, wallet.address, '1000');
    await guest.page.goto('/#/pages/asset/index');
    return { ...guest, wallet };
  });

/** The wallet that is signed in on a page with the demo wallet. */
const walletOf = async (page: Page): Promise<Wallet> =>
  new Wallet(
    await page.evaluate(() => {
      const { accounts, selected } = JSON.parse(localStorage.getItem('demoWallet') ?? '') as {
        accounts: { key: string }[];
        selected: number;
      };
      return accounts[selected]?.key ?? '';
    }),
  );

/** Connecting has called the faucet, which takes a block. */
const holds = (devnet: Devnet, address: string, amount: string): Promise<void> =>
  vi.waitFor(
    async () => expect(await held(devnet, 'USDT', address)).toBe(BigInt(amount) * 10n ** 18n),
    PATIENCE,
  );

export const sheet = (page: Page) => page.getByRole('dialog', { name: 'Deposit', exact: true });
/** The demo wallet's own window. */
export const wallets = (page: Page) => page.getByRole('dialog', { name: 'Send this transaction?' });

/** The page has seen its transaction in the pool: from then on it notices a replacement. */
export const seenInPool = (page: Page): Promise<void> =>
  vi.waitFor(async () => {
    const kept = (await everything(page)).filter(([place]) =>
      /^(kv |sessionStorage own\.)deposits\./.test(place),
    );
    expect(kept.map(([, text]) => text).join()).toMatch(/"nonce":\d/);
  }, PATIENCE);

/** Opens the sheet and fills in an amount. */
export async function fillIn(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Deposit', exact: true }).first().click();
  await sheet(page).getByText('Available 1,000 USDT').waitFor(PATIENCE);
  await sheet(page).getByRole('textbox', { name: 'Amount' }).fill(amount);
}

export const press = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).click();
export const says = (page: Page, text: string | RegExp) => sheet(page).getByText(text).waitFor(PATIENCE);

/** From the form through the final review to the wallet. */
export async function toWallet(page: Page, amount: string): Promise<void> {
  await fillIn(page, amount);
  await press(page, 'Continue');
  await press(page, `Deposit ${amount} USDT`);
}

/** From the form to the signed transaction. */
export async function depositOf(page: Page, amount: string): Promise<void> {
  await toWallet(page, amount);
  await wallets(page).getByRole('button', { name: 'Send', exact: true }).click(PATIENCE);
  await says(page, 'Signed with your wallet');
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
/** The user's USDT balance on the server. */
export const balance = async (page: Page): Promise<string | undefined> =>
  (await ask<List>(page, '/api/assets/list')).items.find(({ coin }) => coin === 'USDT')?.balance;

/** Mines the blocks that a sent deposit needs, instead of waiting for their normal time. */
export const confirm = (devnet: Devnet) => mine(devnet, CONFIRMATIONS);

/** The wallet's confirmation, then the blocks. */
export async function send(page: Page, devnet: Devnet): Promise<void> {
  await wallets(page).getByRole('button', { name: 'Send', exact: true }).click(PATIENCE);
  await says(page, 'Signed with your wallet');
  await confirm(devnet);
}

/** No block is mined while `run` runs. */
export async function betweenBlocks<T>(devnet: Devnet, run: () => Promise<T>): Promise<T> {
  await devnet.provider.send('evm_setIntervalMining', [0]);
  try {
    return await run();
  } finally {
    await devnet.provider.send('evm_setIntervalMining', [1]);
  }
}

/** Replaces the wallet's pending transaction with another one that pays more. */
export async function replace(devnet: Devnet, wallet: Wallet, to: string, data = '0x'): Promise<void> {
  const signer = wallet.connect(devnet.provider);
  const nonce = await devnet.provider.getTransactionCount(wallet.address, 'latest');
  await signer.sendTransaction({ to, data, nonce, gasLimit: 100_000n, gasPrice: 10n ** 9n });
}
