// Deposits as people make them: from the demo wallet over the real devnet to the credited balance, and every way they can go wrong.
import { Wallet } from 'ethers';
import type { Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { type Devnet, devnetOf, fill } from '#tests/support/money.ts';
import { ask, signIn } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 30_000 };

const journey = plain
  .extend('devnet', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const devnet = await devnetOf(app);
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** Signed in, with 1,000 test USDT in the wallet, on the asset page. */
  .extend('person', async ({ guest, app, devnet }) => {
    await signIn(guest.page);
    const wallet = await walletOf(guest.page);
    await holds(devnet, wallet.address, '1000');
    await guest.page.goto('/#/pages/asset/index');
    return { ...guest, wallet, url: app.url };
  });

/** The demo wallet's account, as its person could use it from elsewhere. */
const walletOf = async (page: Page): Promise<Wallet> =>
  new Wallet(
    await page.evaluate(() => {
      const { accounts } = JSON.parse(localStorage.getItem('demoWallet') ?? '') as {
        accounts: { key: string }[];
      };
      return accounts[0]?.key ?? '';
    }),
  );

/** Connecting has asked the faucet; it takes a block. */
const holds = (devnet: Devnet, address: string, amount: string): Promise<void> =>
  vi.waitFor(async () => {
    const held = (await devnet.token('USDT').getFunction('balanceOf')(address)) as bigint;
    expect(held).toBe(BigInt(amount) * 10n ** 18n);
  }, PATIENCE);

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Deposit', exact: true });
const wallets = (page: Page) => page.getByRole('dialog', { name: 'Send this transaction?' });

/** Opens the sheet and fills in an amount. */
async function fillIn(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Deposit', exact: true }).first().click();
  await sheet(page).getByText('Available 1,000 USDT').waitFor(PATIENCE);
  await sheet(page).getByRole('textbox', { name: 'Amount' }).fill(amount);
}

const press = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true }).click();
const says = (page: Page, text: string | RegExp) => sheet(page).getByText(text).waitFor(PATIENCE);

/** From the form to the signed transaction. */
async function depositOf(page: Page, amount: string): Promise<void> {
  await fillIn(page, amount);
  await press(page, 'Deposit');
  await wallets(page).getByRole('button', { name: 'Send', exact: true }).click(PATIENCE);
  await says(page, 'Signed in your wallet');
}

const rowOf = (page: Page, coin: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(coin, { exact: true }) });
const showsBalance = (page: Page, text: string) =>
  rowOf(page, 'USDT').getByText(text).first().waitFor(PATIENCE);

interface List {
  items: { coin: string; balance: string }[];
}
const balance = async (page: Page): Promise<string | undefined> =>
  (await ask<List>(page, '/api/assets/list')).items.find(({ coin }) => coin === 'USDT')?.balance;

/** No block is made while `run` runs. */
async function betweenBlocks<T>(devnet: Devnet, run: () => Promise<T>): Promise<T> {
  await devnet.provider.send('evm_setIntervalMining', [0]);
  try {
    return await run();
  } finally {
    await devnet.provider.send('evm_setIntervalMining', [1]);
  }
}

/** Puts another transaction in the place of the wallet's waiting one; it pays more. */
async function replace(devnet: Devnet, wallet: Wallet, to: string, data = '0x'): Promise<void> {
  const signer = wallet.connect(devnet.provider);
  const nonce = await devnet.provider.getTransactionCount(wallet.address, 'latest');
  await signer.sendTransaction({ to, data, nonce, gasLimit: 100_000n, gasPrice: 10n ** 9n });
}

describe('a deposit', () => {
  journey('is confirmed block by block and credited without a reload', async ({ person: { page } }) => {
    await fillIn(page, '5');
    await says(page, /a plain transfer of exactly this amount/);
    expect(await violations(page), 'the form').toEqual([]);
    await press(page, 'Deposit');
    await says(page, 'Confirm in your wallet');
    await wallets(page).getByText('5 USDT').waitFor(PATIENCE);
    await wallets(page).getByRole('button', { name: 'Send', exact: true }).click();
    await says(page, /[12] of 3/);
    await says(page, '3 of 3');
    await says(page, 'New balance 5 USDT');
    expect(await violations(page), 'the progress').toEqual([]);
    await press(page, 'Done');
    await sheet(page).waitFor({ state: 'detached' });
    await showsBalance(page, '5');
    expect(await balance(page)).toBe('5');
  });

  journey('of another coin is chosen with the keyboard alone', async ({ person, devnet, app }) => {
    const { page, wallet } = person;
    await fill(app.url, devnet, wallet.address, 'ETH', '2');
    await page.getByRole('button', { name: 'Deposit', exact: true }).first().click();
    await sheet(page)
      .getByRole('button', { name: /^Coin in your wallet/ })
      .press('Enter');
    const search = sheet(page).getByRole('combobox', { name: 'Search coin' });
    await search.pressSequentially('et');
    expect(await violations(page), 'the list').toEqual([]);
    await search.press('Enter');
    await says(page, 'Available 2 ETH');
    await sheet(page)
      .getByRole('button', { name: /^Coin in your wallet ETH/ })
      .press('Enter');
    await search.press('Escape');
    await search.waitFor({ state: 'detached' });
    expect(await sheet(page).isVisible(), 'Escape closes the list and not the sheet').toBe(true);
    await sheet(page).getByRole('button', { name: 'All', exact: true }).click();
    await press(page, 'Deposit');
    await wallets(page).getByText('2 ETH').waitFor(PATIENCE);
    await wallets(page).getByRole('button', { name: 'Send', exact: true }).click();
    await says(page, 'New balance 2 ETH');
  });

  journey('that a double tap asks for is sent once', async ({ person: { page } }) => {
    await fillIn(page, '7');
    await sheet(page).getByRole('button', { name: 'Deposit', exact: true }).dblclick();
    await wallets(page).getByRole('button', { name: 'Send', exact: true }).click(PATIENCE);
    await says(page, 'New balance 7 USDT');
    await press(page, 'Done');
    expect(await balance(page)).toBe('7');
    await page.getByRole('button', { name: 'Deposit', exact: true }).first().click();
    await says(page, 'Available 993 USDT');
  });

  journey('is followed on over a reload', async ({ person: { page }, devnet }) => {
    await betweenBlocks(devnet, async () => {
      await depositOf(page, '9');
      await says(page, 'On its way to the network');
      await page.reload();
      const card = page
        .getByRole('region')
        .or(page.locator('section'))
        .filter({ hasText: 'Deposits on their way' });
      await card.getByText('9 USDT').first().waitFor(PATIENCE);
      await card.getByText('Sent', { exact: true }).waitFor();
      expect(await violations(page), 'the asset page').toEqual([]);
    });
    await page.getByText('Credited', { exact: true }).waitFor(PATIENCE);
    await showsBalance(page, '9');
    await page.getByRole('button', { name: 'Put away' }).click();
    await page.getByText('Deposits on their way').waitFor({ state: 'detached' });
    await page.reload();
    await showsBalance(page, '9');
    expect(await page.getByText('Deposits on their way').isVisible()).toBe(false);
  });

  journey('sent straight from the wallet appears by itself', async ({ person: { page, wallet }, devnet }) => {
    await page.getByRole('heading', { name: 'Asset Center' }).waitFor();
    const token = devnet.token('USDT', wallet);
    await token.getFunction('transfer')(devnet.treasury, 12n * 10n ** 18n, { gasPrice: 0n });
    await showsBalance(page, '12');
  });
});

describe('it is refused', () => {
  journey('beyond what the wallet holds, with both figures', async ({ person: { page } }) => {
    await fillIn(page, '1000.5');
    await says(
      page,
      'Insufficient balance. Current balance in your wallet: 1,000 USDT. Deposit amount: 1,000.5 USDT.',
    );
    await press(page, 'Deposit');
    expect(await wallets(page).isVisible()).toBe(false);
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('');
    await press(page, 'Deposit');
    await says(page, 'Please enter amount');
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('0');
    await says(page, 'Please enter a valid amount');
    expect(await violations(page)).toEqual([]);
  });

  journey('by the person in the wallet, who may try again', async ({ person: { page } }) => {
    await fillIn(page, '5');
    await press(page, 'Deposit');
    await wallets(page).getByRole('button', { name: 'Reject' }).click(PATIENCE);
    await says(page, 'Deposit cancelled');
    await says(page, /Nothing was sent/);
    expect(await violations(page)).toEqual([]);
    await press(page, 'Try again');
    await wallets(page).getByRole('button', { name: 'Reject' }).click(PATIENCE);
    await says(page, 'Deposit cancelled');
    await press(page, 'Back');
    expect(await sheet(page).getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('5');
    expect(await balance(page)).toBe('0');
  });

  journey('to guests, who are asked to connect first', async ({ guest: { page } }) => {
    await page.goto('/#/pages/asset/index');
    await page.getByRole('button', { name: 'Deposit', exact: true }).first().click(PATIENCE);
    await page.getByText('Please connect your wallet first').waitFor(PATIENCE);
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor();
  });

  journey('without a network, with the reason', async ({ person }) => {
    const { page, context } = person;
    await fillIn(page, '5');
    person.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await context.setOffline(true);
    await says(page, /You are offline/);
    expect(await sheet(page).getByRole('button', { name: 'Deposit', exact: true }).isDisabled()).toBe(true);
    await context.setOffline(false);
    await sheet(page)
      .getByText(/You are offline/)
      .waitFor({ state: 'detached' });
    expect(await sheet(page).getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('5');
  });
});

describe('it goes on', () => {
  journey('after the wallet was brought to the right network', async ({ person: { page } }) => {
    const elsewhere = () => {
      const state = JSON.parse(localStorage.getItem('demoWallet') ?? '') as object;
      const chain = { chainId: 56, rpcUrl: 'http://127.0.0.1:1' };
      localStorage.setItem('demoWallet', JSON.stringify({ ...state, chain }));
    };
    await page.evaluate(elsewhere);
    await fillIn(page, '5');
    await press(page, 'Deposit');
    await says(page, 'Wrong network');
    const network = page.getByRole('dialog', { name: 'Switch the network?' });
    await press(page, 'Switch network');
    await network.getByRole('button', { name: 'Reject' }).click(PATIENCE);
    await says(page, /The network was not switched/);
    expect(await violations(page)).toEqual([]);
    await press(page, 'Switch network');
    await network.getByRole('button', { name: 'Switch', exact: true }).click(PATIENCE);
    await wallets(page).getByRole('button', { name: 'Send', exact: true }).click(PATIENCE);
    await says(page, 'New balance 5 USDT');
  });

  journey('under a new hash when the wallet sped it up', async ({ person: { page, wallet }, devnet }) => {
    await betweenBlocks(devnet, async () => {
      await depositOf(page, '5');
      await page.waitForTimeout(1500);
      const token = devnet.token('USDT');
      const data = token.interface.encodeFunctionData('transfer', [devnet.treasury, 5n * 10n ** 18n]);
      await replace(devnet, wallet, String(token.target), data);
    });
    await says(page, 'New balance 5 USDT');
  });

  journey('once the node is back', async ({ person, devnet }) => {
    const { page } = person;
    const { rpcUrl } = await ask<{ rpcUrl: string }>(page, '/api/assets/list');
    await betweenBlocks(devnet, () => depositOf(page, '5'));
    person.expectFault(/ERR_FAILED|Failed to load resource/);
    await page.route(`${new URL(rpcUrl).origin}/**`, (route) => route.abort());
    await says(page, /The network cannot be reached now|New balance/);
    await page.unroute(`${new URL(rpcUrl).origin}/**`);
    await says(page, 'New balance 5 USDT');
  });

  journey('with money from the faucet when the demo wallet is empty', async ({ guest: { page } }) => {
    const faucet = '**/api/demo/faucet';
    const none = JSON.stringify({ code: 0, message: '', data: { txs: [] } });
    await page.route(faucet, (route) => route.fulfill({ contentType: 'application/json', body: none }));
    await signIn(page);
    await page.unroute(faucet);
    await page.goto('/#/pages/asset/index');
    await page.getByRole('button', { name: 'Deposit', exact: true }).first().click(PATIENCE);
    await says(page, /This wallet is empty/);
    expect(await violations(page)).toEqual([]);
    await press(page, 'Get test money');
    await says(page, 'Available 1,000 USDT');
  });
});

describe('it ends in words', () => {
  journey('when the chain reverts it', async ({ person: { page }, devnet }) => {
    const token = String(devnet.token('USDT').target);
    const code = await devnet.provider.getCode(token);
    try {
      await betweenBlocks(devnet, async () => {
        await depositOf(page, '5');
        // PUSH1 0 PUSH1 0 REVERT: whoever calls it is refused.
        await devnet.provider.send('anvil_setCode', [token, '0x60006000fd']);
      });
      await says(page, /The network refused this transfer/);
      expect(await violations(page)).toEqual([]);
    } finally {
      await devnet.provider.send('anvil_setCode', [token, code]);
    }
    await press(page, 'New deposit');
    await says(page, 'Available 1,000 USDT');
    expect(await balance(page)).toBe('0');
  });

  journey('when the wallet cancelled it', async ({ person: { page, wallet }, devnet }) => {
    await betweenBlocks(devnet, async () => {
      await depositOf(page, '5');
      await page.waitForTimeout(1500);
      await replace(devnet, wallet, wallet.address);
    });
    await says(page, /Your wallet put another transaction in this one's place/);
    await press(page, 'New deposit');
    await says(page, 'Available 1,000 USDT');
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    expect(await page.getByText('Deposits on their way').isVisible()).toBe(false);
    expect(await balance(page)).toBe('0');
  });
});
