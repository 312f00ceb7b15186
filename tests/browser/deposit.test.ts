// Deposits as people make them: from the demo wallet through the real devnet to the credited balance; and what is
// refused.
import { describe, expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { mine, mint } from '#tests/support/bank.ts';
import {
  PATIENCE,
  balance,
  betweenBlocks,
  confirm,
  depositOf,
  fillIn,
  journey,
  press,
  says,
  send,
  sheet,
  showsBalance,
  toWallet,
  wallets,
} from '#tests/support/deposit-page.ts';
import { toasted } from '#tests/support/walk.ts';

describe('a deposit', () => {
  journey(
    'is confirmed block by block and credited without a reload',
    async ({ walker: { page }, devnet }) => {
      await fillIn(page, '5');
      expect(await violations(page), 'the form').toEqual([]);
      await press(page, 'Continue');
      await says(page, /a plain transfer of exactly this amount/);
      await says(page, 'Balance in Adit after');
      expect(await violations(page), 'the last look').toEqual([]);
      await press(page, 'Deposit 5 USDT');
      await says(page, 'Confirm in your wallet');
      await wallets(page).getByText('5 USDT').waitFor(PATIENCE);
      // At the normal block time, each count stays for a second only.
      await betweenBlocks(devnet, async () => {
        await wallets(page).getByRole('button', { name: 'Send', exact: true }).click();
        await says(page, 'Signed with your wallet');
        await mine(devnet);
        await says(page, '1 of 3');
      });
      await says(page, 'You deposited');
      await says(page, '5 USDT');
      expect(await violations(page), 'the receipt').toEqual([]);
      await press(page, 'Done');
      await sheet(page).waitFor({ state: 'detached' });
      await showsBalance(page, '5');
      expect(await balance(page)).toBe('5');
    },
  );

  journey('of another coin is chosen with the keyboard alone', async ({ person, devnet }) => {
    const { page, wallet } = person;
    await mint(devnet, [[wallet.address, 'ETH', '2']]);
    await page.getByRole('button', { name: 'Deposit', exact: true }).first().click();
    await sheet(page)
      .getByRole('button', { name: /^Coin in your wallet/ })
      .press('Enter');
    const search = sheet(page).getByRole('combobox', { name: 'Search coins' });
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
    await press(page, 'Continue');
    await press(page, 'Deposit 2 ETH');
    await wallets(page).getByText('2 ETH').waitFor(PATIENCE);
    await send(page, devnet);
    await says(page, 'You deposited');
  });

  journey('that a double tap asks for is sent once', async ({ person: { page }, devnet }) => {
    await fillIn(page, '7');
    // The second tap does not press what the first one puts in its place.
    await sheet(page).getByRole('button', { name: 'Continue' }).dblclick();
    await sheet(page).getByRole('button', { name: 'Deposit 7 USDT' }).dblclick();
    await send(page, devnet);
    await says(page, 'You deposited');
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
        .filter({ has: page.getByRole('heading', { name: 'Deposits' }) });
      await card.getByText('9 USDT').first().waitFor(PATIENCE);
      await card.getByText('Sent', { exact: true }).waitFor();
      expect(await violations(page), 'the asset page').toEqual([]);
    });
    await confirm(devnet);
    await page.getByText('Credited', { exact: true }).waitFor(PATIENCE);
    await showsBalance(page, '9');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('heading', { name: 'Deposits' }).waitFor({ state: 'detached' });
    await page.reload();
    await showsBalance(page, '9');
    expect(await page.getByRole('heading', { name: 'Deposits' }).isVisible()).toBe(false);
  });

  journey('sent straight from the wallet appears by itself', async ({ person: { page, wallet }, devnet }) => {
    // A transfer that is credited before the page listens is no event for it.
    // Another document in between, so that the old one's stream is not taken for the new one's.
    await page.goto('/api/health');
    const listens = page.waitForResponse('**/api/events', PATIENCE);
    await page.goto('/#/pages/asset/index');
    await listens;
    const token = devnet.token('USDT', wallet);
    await token.getFunction('transfer')(devnet.treasury, 12n * 10n ** 18n, { gasPrice: 0n });
    await showsBalance(page, '12');
  });
});

describe('it is refused', () => {
  journey('beyond what the wallet holds, with both figures', async ({ person: { page } }) => {
    await fillIn(page, '1000.5');
    await says(page, 'Insufficient balance: you have 1,000 USDT. Deposit amount: 1,000.5 USDT.');
    await press(page, 'Continue');
    expect(await sheet(page).getByRole('group', { name: 'Confirm' }).count()).toBe(0);
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('');
    await press(page, 'Continue');
    await says(page, 'Please enter amount');
    expect(await atFault(page)).toBe('');
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('0');
    await press(page, 'Continue');
    await says(page, 'Please enter a valid amount');
    expect(await violations(page)).toEqual([]);
  });

  journey('by the person in the wallet, who may try again', async ({ person: { page } }) => {
    await toWallet(page, '5');
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
    await toasted(page, 'Please connect your wallet first');
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor();
  });

  journey('without a network, with the reason', async ({ person }) => {
    const { page, context } = person;
    await fillIn(page, '5');
    await context.setOffline(true);
    await says(page, /You're offline/);
    expect(await sheet(page).getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    await context.setOffline(false);
    await sheet(page)
      .getByText(/You're offline/)
      .waitFor({ state: 'detached' });
    expect(await sheet(page).getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('5');
  });
});
