// Withdrawals as people make them: from the sheet through the payouts worker to the coins in the wallet, and what
// stops them on the way.
import { getAddress } from 'ethers';
import { describe, expect, vi } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { balance, CHAIN_ID } from '#tests/support/person.ts';
import { lostOnce } from '#tests/support/staking-page.ts';
import { backOnline, sheetEntriesGone, signIn } from '#tests/support/walk.ts';
import {
  PATIENCE,
  amount,
  checks,
  countSent,
  field,
  held,
  journey,
  press,
  confirmed,
  says,
  sheet,
  toOther,
  withdrawals,
} from '#tests/support/withdraw-page.ts';

journey(
  'from the form over the check to the coins in the wallet, with each state told on the way',
  async ({ rich, devnet }) => {
    const { page, wallet } = rich;
    const before = await held(devnet, wallet.address);
    const sent = countSent(page);
    expect(await violations(page), 'form').toEqual([]);
    await amount(page, '60.5');
    await says(page, '59.5 USDT');
    await field(page, 'Amount').press('Enter');
    await checks(page);
    await says(page, '39.5 USDT');
    const recipient = getAddress(wallet.address);
    await says(page, recipient);
    await says(page, `0x ${recipient.slice(2, 6)} ${recipient.slice(6, 10)}`);
    expect(await violations(page), 'check').toEqual([]);

    await sheet(page).getByRole('button', { name: 'Withdraw 60.5 USDT' }).dblclick();
    await confirmed(page);
    expect(await violations(page), 'progress').toEqual([]);
    expect((await held(devnet, wallet.address)) - before).toBe(toUnits('59.5'));
    expect(sent()).toBe(1);
    const [record] = await withdrawals(rich);
    expect(record).toMatchObject({ amount: '-60.5', fee: '1', state: 'confirmed', address: wallet.address });
    await sheet(page)
      .getByTitle(record?.txHash ?? '')
      .waitFor();

    const [picture] = await Promise.all([page.waitForEvent('download'), press(page, 'Share')]);
    expect(picture.suggestedFilename()).toBe('adit-receipt.png');
    await press(page, 'Done');
    const card = page
      .getByRole('main')
      .locator('section', { has: page.getByRole('heading', { name: 'Withdrawals' }) });
    await card.getByText('59.5 USDT').waitFor(PATIENCE);
    await card.getByText('Confirmed', { exact: true }).waitFor(PATIENCE);
    await page.getByRole('main').getByText('39.5', { exact: true }).first().waitFor(PATIENCE);
    await card.getByRole('button', { name: 'Dismiss' }).click();
    await card.waitFor({ state: 'detached' });
  },
);

journey(
  'while the server is away, the sheet says that the outcome is unknown, checks the connection on request, and goes on once it is back',
  async ({ rich, guest }) => {
    guest.expectFault(/net::ERR_FAILED/);
    const { page } = rich;
    await amount(page, '10');
    await press(page, 'Continue');
    await checks(page);
    let probes = 0;
    let away = false;
    await page.route('**/api/**', (route) => {
      const url = route.request().url();
      // From the withdrawal on: a poll that fails before it would disable the button under the finger.
      away ||= url.endsWith('/withdraw');
      if (url.endsWith('/health')) probes += 1;
      return away ? route.abort() : route.continue();
    });
    await press(page, 'Withdraw 10 USDT');
    await says(page, "We can't reach the server.");
    // Not knowing what became of the money matters more.
    await says(page, "No answer, so we can't tell if this went through. Try again; it won't count twice.");
    // The page itself would look again only eight seconds later.
    await expect.poll(() => probes, PATIENCE).toBeGreaterThanOrEqual(3);
    await page.unroute('**/api/**');
    const [health] = await Promise.all([
      page.waitForResponse('**/api/health', PATIENCE),
      press(page, 'Check connection'),
    ]);
    expect(health.ok()).toBe(true);
    await press(page, 'Withdraw 10 USDT');
    await confirmed(page);
    expect(await withdrawals(rich)).toHaveLength(1);
  },
);

describe('before anything is sent, the sheet explains', () => {
  journey('amounts that cannot be withdrawn', async ({ rich: { page } }) => {
    const sent = countSent(page);
    await press(page, 'Continue');
    await says(page, 'Please enter amount');
    expect(await atFault(page)).toBe('');
    await amount(page, '9.999999999999999999');
    await says(page, 'The smallest withdrawal is 10 USDT.');
    await amount(page, '100.000000000000000001');
    await says(page, 'Insufficient balance: you have 100 USDT.');
    await press(page, 'All');
    expect(await field(page, 'Amount').inputValue()).toBe('100');
    await says(page, '99 USDT');
    await press(page, 'Continue');
    await checks(page);
    expect(sent()).toBe(0);
  });

  journey('addresses that would lose the coins', async ({ rich, devnet }) => {
    const { page, wallet } = rich;
    await amount(page, '20');
    await toOther(page, '0x1234');
    await press(page, 'Continue');
    await says(page, "This isn't a wallet address.");
    const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await field(page, 'Recipient').fill(right.replace('aA', 'Aa'));
    await press(page, 'Continue');
    await says(page, "its capital letters don't match");
    const cases = [
      [`0x${'0'.repeat(40)}`, 'Nobody owns this address.'],
      [await devnet.token('BTC').getAddress(), "This is BTC's contract, not a wallet."],
      [devnet.treasury, "This is Adit's deposit address"],
    ] as const;
    for (const [address, words] of cases) {
      await field(page, 'Recipient').fill(address);
      await press(page, 'Continue');
      await says(page, words);
    }
    // A payment link from another wallet: for another chain, then for this one.
    await field(page, 'Recipient').fill(`ethereum:${wallet.address}@1`);
    await press(page, 'Continue');
    await says(page, 'This link is for another network.');
    await field(page, 'Recipient').fill(` ethereum:${wallet.address}@${CHAIN_ID}?value=1 `);
    expect(await field(page, 'Recipient').inputValue()).toBe(wallet.address);
    await field(page, 'Recipient').fill(wallet.address.toLowerCase());
    await says(page, 'This is the wallet you signed in with.');
    await press(page, 'Continue');
    await says(page, 'Your wallet');
    expect(await withdrawals(rich)).toEqual([]);
  });
});

journey('without verification the way leads there', async ({ guest: { page } }) => {
  await signIn(page);
  await page.goto('/#/pages/asset/index');
  await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click(PATIENCE);
  await says(page, 'KYC not completed, verify before withdrawing.');
  await press(page, 'Go to Verify');
  await page.getByRole('button', { name: 'Use sample documents' }).waitFor(PATIENCE);
});

journey('a balance that went meanwhile is told at the amount, in figures', async ({ rich, guest }) => {
  const { page, api, wallet } = rich;
  guest.expectFault(/status of 409/);
  await amount(page, '60');
  await press(page, 'Continue');
  await checks(page);
  const elsewhere = { coin: 'USDT', amount: '60', address: wallet.address };
  expect(await api.call('POST /api/assets/withdraw', elsewhere)).toMatchObject({ code: 0 });
  await press(page, 'Withdraw 60 USDT');
  await says(page, 'Insufficient balance');
  expect(await field(page, 'Amount').inputValue()).toBe('60');
  await says(page, /40 USDT/);
});

journey(
  'an answer that was lost is asked for again, and the withdrawal is booked once; another one is not taken for it',
  async ({ rich, guest }) => {
    const { page } = rich;
    guest.expectFault(/assets\/withdraw/);
    const check = async () => {
      await amount(page, '30');
      await press(page, 'Continue');
    };
    const reopen = async () => {
      // Escape would only leave the confirmation.
      await press(page, 'Close');
      await sheet(page).waitFor({ state: 'detached' });
      await sheetEntriesGone(page);
      await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click();
      await check();
    };
    const loseAnswer = async () => {
      await lostOnce(page, '**/api/assets/withdraw');
      await press(page, 'Withdraw 30 USDT');
      await says(page, 'No answer, so we');
      // The balance may already reflect it.
      expect(await sheet(page).locator('dl > div').last().innerText()).toMatch(/^Balance after\s+–$/);
    };
    await check();
    await loseAnswer();
    await press(page, 'Withdraw 30 USDT');
    await confirmed(page);
    expect(await withdrawals(rich)).toHaveLength(1);

    // A user who closes the sheet and fills it in again may want it twice.
    await reopen();
    await loseAnswer();
    await reopen();
    await press(page, 'Withdraw 30 USDT');
    await says(page, /^Your earlier try had gone through after all/);
    expect(await withdrawals(rich)).toHaveLength(2);
    await press(page, 'Withdraw 30 USDT');
    await confirmed(page);
    expect(await withdrawals(rich)).toHaveLength(3);
    expect(await balance(rich.api, 'USDT')).toBe('10');
  },
);

journey('offline nothing is sent and nothing waits', async ({ rich }) => {
  const { page, context } = rich;
  const sent = countSent(page);
  await amount(page, '30');
  await press(page, 'Continue');
  await context.setOffline(true);
  await says(page, /This needs a connection/);
  await vi.waitFor(() =>
    expect(
      sheet(page)
        .getByRole('button', { name: /^Withdraw/ })
        .isDisabled(),
    ).resolves.toBe(true),
  );
  await backOnline(page);
  await press(page, 'Withdraw 30 USDT');
  await confirmed(page);
  expect(sent()).toBe(1);
});

journey('the asset page tells of one that waits for a person and of one that came back', async ({ rich }) => {
  const { page, wallet } = rich;
  const row = { category: 'withdraw', balanceAfter: '40', txHash: null, address: wallet.address, fee: '1' };
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const waiting = { ...row, id: '2', entry: '2', coin: 'USDT', amount: '-60', time: ago(90_000) };
  const failing = { ...row, id: '1', entry: '1', coin: 'BTC', amount: '-0.5', time: ago(5000) };
  let failed = false;
  await page.route('**/api/assets/records*', (route) => {
    const items = [
      { ...waiting, state: 'requested' },
      { ...failing, state: failed ? 'failed' : 'signed' },
    ];
    return route.fulfill({ json: { code: 0, message: '', data: { items, nextCursor: null } } });
  });
  await page.reload();
  const card = page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: 'Withdrawals' }) });
  await card.getByText('a person checks large withdrawals.').waitFor(PATIENCE);
  await card.getByText('Signed and on its way').waitFor();
  failed = true;
  await card.getByText('The full amount is back in your balance.').waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
});

journey('guests are asked for their wallet first', async ({ guest: { page } }) => {
  await page.goto('/#/pages/asset/index');
  await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click(PATIENCE);
  await page.getByRole('list', { name: 'Wallets', exact: true }).waitFor(PATIENCE);
});
