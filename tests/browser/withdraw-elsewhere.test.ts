// Withdrawals to a wallet other than the user's own: the user's own wallet signs what it shows, once, and without
// that nothing leaves.
import { describe, expect, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { toUnits } from '#rules/amounts.ts';
import { violations } from '#tests/support/axe.ts';
import { newAddress } from '#tests/support/bank.ts';
import { enter, ownDemoWallet } from '#tests/support/enter.ts';
import { inject } from '#tests/support/injected.ts';
import { balance } from '#tests/support/person.ts';
import { agree } from '#tests/support/walk.ts';
import {
  answer,
  PATIENCE,
  amount,
  countSent,
  field,
  held,
  journey,
  openSheet,
  press,
  question,
  confirmed,
  says,
  sheet,
  toOther,
  withdrawals,
} from '#tests/support/withdraw-page.ts';

/** From the form to the check of 20 USDT to another wallet. */
async function checkOther(page: Page, address = newAddress()): Promise<void> {
  await amount(page, '20');
  await toOther(page, address);
  await sheet(page).getByRole('checkbox').click();
  await press(page, 'Continue');
  await says(page, 'Your wallet will ask you to sign');
}

journey(
  'to another wallet only after the risk was ticked and the own wallet has signed',
  async ({ rich, devnet }) => {
    const { page } = rich;
    rich.expectFault(/status of 403/);
    const sent = countSent(page);
    const other = newAddress();
    await amount(page, '20');
    await toOther(page, other.toLowerCase());
    await says(page, 'Coins sent to the wrong address are gone for good.');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Continue');
    await says(page, 'Tick this to continue.');
    await sheet(page).getByRole('checkbox').click();
    await press(page, 'Continue');
    await says(page, 'Another wallet');
    await says(page, other);
    await sheet(page).getByRole('button', { name: 'Withdraw 20 USDT' }).dblclick(PATIENCE);
    for (const part of ['Amount: 20 USDT', 'Fee: 1 USDT', `To: ${other}`])
      await question(page).getByText(part).waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    await answer(page, 'Sign');
    await confirmed(page);
    expect(await held(devnet, other)).toBe(toUnits('19'));
    // One request that demanded the signature, and one that carries it.
    expect(sent()).toBe(2);
    expect(await withdrawals(rich)).toHaveLength(1);
  },
);

describe('without the own wallet’s signature nothing goes to another one', () => {
  journey('declined, it may be tried again', async ({ rich, guest }) => {
    const { page } = rich;
    guest.expectFault(/status of 403/);
    await checkOther(page);
    await press(page, 'Withdraw 20 USDT');
    await answer(page, 'Reject');
    await says(page, 'You declined in your wallet. Nothing was sent.');
    expect(await violations(page)).toEqual([]);
    expect([await question(page).count(), await withdrawals(rich)]).toEqual([0, []]);
    await press(page, 'Withdraw 20 USDT');
    await answer(page, 'Sign');
    await confirmed(page);
    expect(await withdrawals(rich)).toHaveLength(1);
  });

  journey('a wallet may sign something else, or late after it was let go', async ({ guest, person }) => {
    const { page } = guest;
    guest.expectFault(/status of 403/);
    let behaviour: 'signs' | 'signs something else' | Promise<unknown> = 'signs';
    const signMessage = async (message: string | Uint8Array) => {
      const given = behaviour;
      behaviour = 'signs';
      await given;
      return person.wallet.signMessage(given === 'signs something else' ? 'something else' : message);
    };
    await inject(page, { wallet: { address: person.wallet.address, signMessage }, flags: ['isTrust'] });
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().click(PATIENCE);
    await page
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button', { name: 'Trust Wallet' })
      .click(PATIENCE);
    await agree(page);
    await openSheet(page);
    const sent = countSent(page);
    await checkOther(page);
    behaviour = 'signs something else';
    await press(page, 'Withdraw 20 USDT');
    await says(page, "Your approval expired or doesn't match. Nothing was sent.");
    expect(sent()).toBe(2);
    const late = Promise.withResolvers<void>();
    behaviour = late.promise;
    await press(page, 'Withdraw 20 USDT');
    await says(page, 'Sign with your wallet to approve this withdrawal');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Cancel');
    await says(page, 'Your wallet will ask you to sign');
    late.resolve();
    await press(page, 'Withdraw 20 USDT');
    await confirmed(page);
    expect(sent()).toBe(5);
    expect(await withdrawals(person)).toHaveLength(1);
  });

  journey('a device without the wallet is asked to connect it, and goes on', async ({ guest, person }) => {
    const { page } = guest;
    guest.expectFault(/status of 403/);
    await enter(page, person);
    await ownDemoWallet(page, person, false);
    await openSheet(page);
    const other = newAddress();
    await checkOther(page, other);
    await press(page, 'Withdraw 20 USDT');
    await says(page, 'Your wallet has to approve this');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Connect wallet');
    await page
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button', { name: /Demo wallet/ })
      .click(PATIENCE);
    await answer(page, 'Sign');
    await vi.waitFor(() => expect(field(page, 'Recipient').inputValue()).resolves.toBe(other), PATIENCE);
    await sheet(page).getByRole('checkbox').click();
    await press(page, 'Continue');
    await press(page, 'Withdraw 20 USDT');
    await answer(page, 'Sign');
    await confirmed(page);
    expect(await withdrawals(person)).toHaveLength(1);
  });
});

journey(
  'a signed one whose answer was lost is sent again as it was, without another signature',
  async ({ rich, guest }) => {
    const { page } = rich;
    guest.expectFault(/assets\/withdraw|status of 403/);
    let lost = 0;
    await page.route('**/api/assets/withdraw', async (route) => {
      const signed = route.request().postData()?.includes('signature') === true;
      if (!signed || (lost += 1) > 2) return route.continue();
      if (lost === 1) await route.fetch();
      return route.abort();
    });
    await checkOther(page);
    await press(page, 'Withdraw 20 USDT');
    await answer(page, 'Sign');
    for (const _ of [1, 2]) {
      await says(page, 'No answer, so we');
      await press(page, 'Withdraw 20 USDT');
    }
    await confirmed(page);
    expect(await withdrawals(rich)).toHaveLength(1);
    expect(await balance(rich.api, 'USDT')).toBe('80');
  },
);
