// Deposits that run into trouble: the wrong network, a transaction that is sped up, cancelled or reverted, an
// unavailable node, an empty wallet.
import { describe, expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import {
  PATIENCE,
  balance,
  betweenBlocks,
  confirm,
  depositOf,
  journey,
  press,
  replace,
  says,
  seenInPool,
  send,
  sheet,
  toWallet,
  wallets,
} from '#tests/support/deposit-page.ts';
import { ask, sign, signIn, token } from '#tests/support/walk.ts';

describe('it continues', () => {
  journey('after the wallet was brought to the right network', async ({ walker: { page }, devnet }) => {
    const elsewhere = () => {
      const state = JSON.parse(localStorage.getItem('demoWallet') ?? '') as object;
      const chain = { chainId: 56, rpcUrl: 'http://127.0.0.1:1' };
      localStorage.setItem('demoWallet', JSON.stringify({ ...state, chain }));
    };
    await page.evaluate(elsewhere);
    await toWallet(page, '5');
    await says(page, 'Wrong network');
    const network = page.getByRole('dialog', { name: 'Switch the network?' });
    await press(page, 'Switch network');
    await network.getByRole('button', { name: 'Reject' }).click(PATIENCE);
    await says(page, /The network wasn't switched/);
    expect(await violations(page)).toEqual([]);
    await press(page, 'Switch network');
    await network.getByRole('button', { name: 'Switch', exact: true }).click(PATIENCE);
    await send(page, devnet);
    await says(page, 'You deposited');
  });

  journey(
    'in the wallet although the session ends meanwhile, which is told once it has answered',
    async ({ person }) => {
      const { page } = person;
      person.expectFault(/status of 401/);
      await toWallet(page, '5');
      await wallets(page).waitFor(PATIENCE);
      const refused = page.waitForResponse((response) => response.status() === 401);
      await page.route('**/api/**', (route) =>
        route.fulfill({ status: 401, json: { code: 401, message: 'Expired.', data: null } }),
      );
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await refused;
      await says(page, 'Confirm in your wallet');
      expect(await token(page)).not.toBeNull();
      await wallets(page).getByRole('button', { name: 'Reject' }).click(PATIENCE);
      await page.getByText('Your session has expired. Sign in again.').first().waitFor(PATIENCE);
      await sheet(page).waitFor({ state: 'detached' });
      expect(await token(page)).toBeNull();
    },
  );

  journey('under a new hash when the wallet sped it up', async ({ person: { page, wallet }, devnet }) => {
    await betweenBlocks(devnet, async () => {
      await depositOf(page, '5');
      await seenInPool(page);
      const token = devnet.token('USDT');
      const data = token.interface.encodeFunctionData('transfer', [devnet.treasury, 5n * 10n ** 18n]);
      await replace(devnet, wallet, String(token.target), data);
    });
    await confirm(devnet);
    await says(page, 'You deposited');
  });

  journey('while the node does not answer the page', async ({ person, devnet }) => {
    const { page } = person;
    const { rpcUrl } = await ask<{ rpcUrl: string }>(page, '/api/assets/list');
    await betweenBlocks(devnet, async () => {
      await depositOf(page, '5');
      person.expectFault(/ERR_FAILED|Failed to load resource/);
      await page.route(`${new URL(rpcUrl).origin}/**`, (route) => route.abort());
      await says(page, /Can't reach the network/);
    });
    await confirm(devnet);
    await says(page, 'You deposited');
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

describe('it ends with an explanation', () => {
  journey('when the chain reverts it', async ({ person: { page }, devnet }) => {
    const token = String(devnet.token('USDT').target);
    const code = await devnet.provider.getCode(token);
    try {
      await betweenBlocks(devnet, async () => {
        await depositOf(page, '5');
        // PUSH1 0 PUSH1 0 REVERT: every call to it reverts.
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
      await seenInPool(page);
      await replace(devnet, wallet, wallet.address);
    });
    await says(page, /Your wallet put another transaction in this one's place/);
    await press(page, 'New deposit');
    await says(page, 'Available 1,000 USDT');
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { name: 'Deposits' }).isVisible()).toBe(false);
    expect(await balance(page)).toBe('0');
  });

  journey('when the wallet has let the page go', async ({ walker: { page } }) => {
    await page.evaluate(() => {
      const state = JSON.parse(localStorage.getItem('demoWallet') ?? '') as object;
      localStorage.setItem('demoWallet', JSON.stringify({ ...state, connected: false }));
    });
    await toWallet(page, '5');
    await says(page, 'Your wallet is not connected');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Connect wallet');
    const known = page.getByRole('list', { name: 'Wallets' });
    await known.getByRole('button', { name: /Demo wallet/ }).click(PATIENCE);
    await sign(page);
    // The order is still there.
    await vi.waitFor(
      async () => expect(await sheet(page).getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('5'),
      PATIENCE,
    );
  });
});
