// Staking as people use it: an order from its stake to its redemption, every refusal shown in its place, and the pages'
// other states.
import { describe, expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault, SMALL } from '#tests/support/seen.ts';
import { untilKept } from '#tests/support/stored.ts';
import { leaveSheet, sheetEntriesGone } from '#tests/support/walk.ts';
import { balance, DAY, skip } from '#tests/support/person.ts';
import {
  confirm,
  DETAIL,
  dialog,
  field,
  goOffline,
  INDEX,
  journey,
  offline,
  lostOnce,
  openStake,
  paidRows,
  ordersOf,
  PATIENCE,
  press,
  receipt,
  ROUTE,
  row,
  says,
  stakeOverHttp,
  submit,
} from '#tests/support/staking-page.ts';

journey('a stake pays after its 24 hours and comes back whole', async ({ staker, app }) => {
  const { page, api } = await staker();
  await page.goto(ROUTE);
  await page.getByText('No stakes yet').waitFor(PATIENCE);
  await openStake(page);
  // The longest amount stays within the margins of the narrowest screen.
  const wide = page.viewportSize();
  await page.setViewportSize(SMALL.viewport);
  await field(page).fill('12.345678901234567891');
  const all = await dialog(page).getByRole('button', { name: 'All', exact: true }).boundingBox();
  expect((all?.x ?? 0) + (all?.width ?? Infinity)).toBeLessThanOrEqual(SMALL.viewport.width - 16);
  if (wide) await page.setViewportSize(wide);
  await field(page).fill('100');
  await says(page, '≈ 1 USDT');
  expect(await violations(page), 'form').toEqual([]);
  const depth = () => page.evaluate(() => (history.state as { __TSR_index: number }).__TSR_index);
  const atForm = await depth();
  // The second tap of a double tap does not stake.
  await submit(page).dblclick();
  await dialog(page).getByRole('group').getByText('100 ADIT', { exact: true }).waitFor(PATIENCE);
  for (const figure of ['0.1 ADIT', '400 ADIT']) await says(page, figure);
  expect(await ordersOf(api)).toEqual([]);
  expect(await violations(page), 'confirm').toEqual([]);
  // Cancel, back and Escape leave the confirmation, not the sheet.
  const leave = [
    () => press(page, 'Cancel'),
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ];
  for (const how of leave) {
    await how();
    await confirm(page).waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe('100');
    await submit(page).click();
    await confirm(page).waitFor();
    await expect.poll(depth).toBe(atForm + 1);
  }
  await page.goBack();
  await submit(page).waitFor();
  // Forward has nothing to return to.
  await page.goForward();
  await expect.poll(depth).toBe(atForm);
  expect(await field(page).inputValue()).toBe('100');
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe(ROUTE.slice(1));
  await sheetEntriesGone(page);
  await openStake(page);
  await field(page).fill('100');
  await submit(page).click();
  await confirm(page).dblclick();
  await receipt(page).getByText('100 ADIT').waitFor(PATIENCE);
  expect(await violations(page), 'done').toEqual([]);
  expect(await ordersOf(api)).toHaveLength(1);
  expect(await balance(api)).toBe('400');

  await press(page, 'Done');
  await row(page).getByRole('link').click();
  await page.waitForURL(/pledge\/detail\?id=\d+$/);
  const main = page.getByRole('main');
  const redeem = main.getByRole('button', { name: 'Unstake' });
  await main.getByText(/^You can unstake in 2[34]:\d\d:\d\d\.$/).waitFor(PATIENCE);
  await main.getByText(/^First reward in 2[34]:\d\d:\d\d\.$/).waitFor(PATIENCE);
  expect(await redeem.isDisabled()).toBe(true);
  expect(await violations(page), 'held').toEqual([]);

  // No interaction: the page learns of the payout on its own.
  await skip(app.url, DAY);
  await main.getByText('1 reward', { exact: true }).waitFor(PATIENCE);
  expect(await balance(api)).toBe('400.1');
  await paidRows(page).getByText('+0.1 ADIT').waitFor(PATIENCE);
  expect(await main.getByRole('link', { name: /activity/ }).getAttribute('href')).toContain(
    'category=staking',
  );

  await skip(app.url, 6 * 3600);
  await page.reload();
  await redeem.click(PATIENCE);
  await says(page, /^You lose the unfinished reward of 0\.1 ADIT\./);
  await says(page, '500.1 ADIT');
  expect(await violations(page), 'unstake').toEqual([]);
  await confirm(page).click();
  await receipt(page).getByText('100 ADIT').waitFor(PATIENCE);
  expect(await violations(page), 'unstaked').toEqual([]);
  await press(page, 'Done');
  await main.getByText(/^Unstaked .+ back in your balance\.$/).waitFor(PATIENCE);
  expect(await balance(api)).toBe('500.1');

  await page.goto(ROUTE);
  await row(page).getByText('Unstaked').waitFor(PATIENCE);
  expect(await row(page).innerText()).toContain('+0.1 ADIT');
});

journey('a receipt is shared as a picture of what it says, and hides what is hidden', async ({ staker }) => {
  const { page, wallet } = await staker();
  await page.addInitScript(() => {
    const drawn: string[] = [];
    CanvasRenderingContext2D.prototype.fillText = (text) => void drawn.push(text);
    Object.assign(window, { drawn });
  });
  const shared = async (typed: string): Promise<string[]> => {
    await page.goto(ROUTE);
    await page.reload();
    await openStake(page);
    await field(page).fill(typed);
    await submit(page).click();
    await confirm(page).click(PATIENCE);
    const [picture] = await Promise.all([page.waitForEvent('download'), press(page, 'Share')]);
    expect(picture.suggestedFilename()).toBe('adit-receipt.png');
    return page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
  };
  const open = await shared('120');
  expect(open).toEqual(expect.arrayContaining(['You staked', '120 ADIT', '0.12 ADIT']));
  expect(open.join(' ').toLowerCase()).not.toContain(wallet.address.slice(2, 6).toLowerCase());
  await page.evaluate(() => localStorage.setItem('hideAmounts', 'true'));
  const hidden = await shared('130');
  expect(hidden).toContain('•••• ADIT');
  expect(hidden.join(' ')).not.toMatch(/130|0\.13/);
});

describe('nothing is staked, and the sheet says why', () => {
  journey('when the amount cannot be', async ({ changed, staker, guest }) => {
    guest.expectFault(/status of 4\d\d/);
    const { page, api } = await staker();
    await changed(page, INDEX, (data) => ({ ...data, minAmount: '1' }));
    await page.goto(ROUTE);
    await openStake(page);
    await submit(page).click();
    await says(page, 'Please enter amount');
    expect(await atFault(page)).toBe('');
    for (const typed of ['-5', '1e3', '٣', '1 000', '1.2.3', '0x10', '+5', '1.000,5']) {
      await field(page).fill(typed);
      await says(page, 'Please enter a valid amount');
      expect(await field(page).inputValue()).toBe(typed);
    }
    await submit(page).click();
    expect(await atFault(page)).toBe('1.000,5');
    await field(page).fill('0.5');
    await says(page, 'The smallest stake is 1 ADIT.');
    await field(page).fill('500.5');
    await says(page, 'Insufficient balance: you have 500 ADIT.');
    await submit(page).click();
    expect(await atFault(page)).toBe('500.5');
    await field(page).fill(' ５００．０ ');
    await says(page, '≈ 5 USDT');
    // The page was given a lower minimum than the server's.
    await field(page).fill('5');
    await submit(page).click();
    await confirm(page).click(PATIENCE);
    await vi.waitFor(() => expect(field(page).getAttribute('aria-invalid')).resolves.toBe('true'), PATIENCE);
    expect(await ordersOf(api)).toEqual([]);
  });

  journey('when the balance has gone meanwhile', async ({ changed, staker, guest }) => {
    guest.expectFault(/status of 409/);
    const person = await staker();
    const { page, api } = person;
    await changed(page, '**/api/assets/list', (data) => data, { frozen: true });
    await page.goto(ROUTE);
    await openStake(page);
    await field(page).fill('300');
    await stakeOverHttp(api, '400');
    await submit(page).click();
    await confirm(page).click(PATIENCE);
    await dialog(page)
      .getByText(/100 ADIT/)
      .first()
      .waitFor(PATIENCE);
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(await ordersOf(api)).toHaveLength(1);
  });
});

offline('without a network a stake is kept, and sent once there is one', async ({ staker, guest }) => {
  const { page, api } = await staker('100');
  await page.goto(ROUTE);
  await row(page).waitFor(PATIENCE);
  await untilKept(page, ['assets/list', 'stake/index', 'stake/list', 'mining/config']);
  await goOffline(page);
  await page.reload();
  await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
  expect(await row(page).innerText()).toContain('100 ADIT');
  await openStake(page);
  await field(page).fill('401');
  await says(page, 'Insufficient balance: you have 400 ADIT.');
  await field(page).fill('150');
  await submit(page).click();
  await confirm(page).click(PATIENCE);
  await says(page, 'Your stake of 150 ADIT is waiting to be sent');
  expect(await violations(page)).toEqual([]);
  await leaveSheet(page);
  const without = page.getByText('Not counting stakes waiting to be sent.');
  await without.waitFor(PATIENCE);
  await page.getByText('250 ADIT', { exact: true }).waitFor(PATIENCE);
  await guest.context.setOffline(false);
  await page.getByText('150 ADIT staked.').waitFor(PATIENCE);
  await vi.waitFor(async () => expect(await row(page).count()).toBe(2), PATIENCE);
  expect((await ordersOf(api)).map(({ amount }) => amount)).toEqual(['150', '100']);
  await without.waitFor({ state: 'detached', ...PATIENCE });
});

offline('a lost answer is asked for again, and everything counts once', async ({ staker, guest, app }) => {
  guest.expectFault(/api\/stake/);
  const { page, api } = await staker();
  await page.goto(ROUTE);
  await openStake(page);
  await field(page).fill('500');
  await lostOnce(page, '**/api/stake/stake');
  await submit(page).click();
  await confirm(page).click(PATIENCE);
  await says(page, 'No answer yet');
  await page.getByText('500 ADIT staked.').waitFor(PATIENCE);
  await dialog(page).waitFor({ state: 'detached', ...PATIENCE });
  const orders = await ordersOf(api);
  expect(orders.map(({ amount }) => amount)).toEqual(['500']);

  await skip(app.url, DAY + 60);
  await page.goto(DETAIL + orders[0]?.id);
  await page.getByRole('main').getByRole('button', { name: 'Unstake' }).click(PATIENCE);
  await lostOnce(page, '**/api/stake/unstake');
  await confirm(page).click(PATIENCE);
  await says(page, 'No answer yet');
  await page.getByText('500 ADIT unstaked.').waitFor(PATIENCE);
  expect(await balance(api)).toBe('500.5');
});

journey(
  'an order that is still held is not redeemed, whatever the page believed',
  async ({ changed, staker, guest }) => {
    guest.expectFault(/status of 409/);
    const { page, api, id } = await staker('100');
    await changed(page, /api\/stake\/list/, ({ items, ...rest }) => ({
      ...rest,
      items: (items as object[]).map((order) => ({ ...order, unlocksAt: '2020-01-01T00:00:00.000Z' })),
    }));
    await page.goto(DETAIL + id);
    await page.getByRole('main').getByRole('button', { name: 'Unstake' }).click(PATIENCE);
    await confirm(page).click(PATIENCE);
    await dialog(page).getByRole('alert').waitFor(PATIENCE);
    expect(await ordersOf(api)).toMatchObject([{ id, state: 'active' }]);
  },
);

journey(
  'orders are reached by keyboard, their figures can be hidden and read as a table',
  async ({ staker, app }) => {
    const { page, id } = await staker('100');
    await skip(app.url, 2 * DAY);
    await page.goto(ROUTE);
    const chart = page.getByRole('slider', { name: 'Rewards, last 30 days' });
    await chart.focus(PATIENCE);
    const text = () => chart.getAttribute('aria-valuetext');
    const today = await text();
    expect(today).toContain('Your stakes 0.1 ADIT');
    await page.keyboard.press('ArrowLeft');
    await vi.waitFor(async () => expect(await text()).not.toBe(today));
    expect(await text()).toContain('Your stakes 0.1 ADIT');
    await page.keyboard.press('Home');
    await vi.waitFor(async () => expect(await text()).toContain('Your stakes 0 ADIT'));
    await page.getByRole('button', { name: 'Show as a table' }).click();
    expect(await page.getByRole('table').getByRole('row').count()).toBe(31);
    expect(await violations(page)).toEqual([]);

    await page.getByRole('textbox', { name: 'Amount to stake' }).fill('2000');
    await page.getByRole('button', { name: '365', exact: true }).click();
    await page.getByText('730 ADIT', { exact: true }).waitFor();
    await page.getByText('7.3 USDT', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await vi.waitFor(async () => expect(await row(page).innerText()).toMatch(/^•••• ADIT/));
    await page.getByText('Amounts are hidden.').waitFor();
    expect(await chart.count()).toBe(0);
    await row(page).getByRole('link').press('Enter');
    await page.waitForURL(new RegExp(`pledge/detail\\?id=${id}$`));
    await page.getByText('2 rewards', { exact: true }).waitFor(PATIENCE);
    expect(await page.getByRole('main').innerText()).not.toMatch(/\b100 ADIT|0\.1 ADIT/);
  },
);

journey('older orders come by a button', async ({ staker }) => {
  const { page, api } = await staker();
  for (let order = 0; order < 12; order += 1) await stakeOverHttp(api, String(10 + order));
  await page.goto(ROUTE);
  await vi.waitFor(async () => expect(await row(page).count()).toBe(10), PATIENCE);
  await page.getByRole('button', { name: 'Show older' }).click();
  await vi.waitFor(async () => expect(await row(page).count()).toBe(12), PATIENCE);
  expect((await row(page).allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(
    Array.from({ length: 12 }, (_, order) => `${21 - order} ADIT`),
  );
  expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
});

journey('addresses that lead to no order lead back', async ({ staker, guest }) => {
  const { page } = await staker();
  for (const id of ['999999', '', 'abc']) {
    await page.goto(DETAIL + id);
    await page.getByText('Stake not found').waitFor(PATIENCE);
  }
  expect(guest.faults()).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Your stakes' }).click();
  await page.getByText('No stakes yet').waitFor(PATIENCE);
});

journey(
  'where staking is switched off, orders stay and nothing offers more',
  async ({ changed, staker, visit }) => {
    const { page } = await staker('100');
    const off = (data: object) => ({ ...data, open: false });
    const featureOff = (data: object) => ({
      ...data,
      features: { exchange: true, staking: false, lottery: true, race: true, teamLevels: 3 },
    });
    await changed(page, INDEX, off);
    await changed(page, /api\/index$/, featureOff);
    await page.goto(ROUTE);
    await page.getByText(/^No new stakes right now\./).waitFor(PATIENCE);
    await row(page).waitFor(PATIENCE);
    expect(await page.getByRole('button', { name: 'Stake ADIT' }).count()).toBe(0);
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await dialog(page).getByRole('link', { name: 'Staking' }).waitFor(PATIENCE);

    const { page: stranger } = await visit();
    await changed(stranger, INDEX, off);
    await changed(stranger, /api\/index$/, featureOff);
    await stranger.goto('/');
    await stranger.getByRole('link', { name: 'Guess' }).waitFor(PATIENCE);
    await vi.waitFor(
      async () => expect(await stranger.getByRole('link', { name: 'Staking' }).count()).toBe(0),
      PATIENCE,
    );
    await stranger.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await dialog(stranger).getByRole('link', { name: 'Asset Center' }).waitFor(PATIENCE);
    expect(await dialog(stranger).getByRole('link', { name: 'Staking' }).count()).toBe(0);
    await stranger.goto(ROUTE);
    await stranger.getByText('Staking is switched off').waitFor(PATIENCE);
  },
);

journey('a guest sees the rate and is led to connect', async ({ guest: { page } }) => {
  await page.goto(ROUTE);
  await page.getByText('every 24 hours', { exact: true }).first().waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor(PATIENCE);
});

journey('the whole way in Japanese, on a wide screen', async ({ visit, staker }) => {
  const { page: wide } = await visit({ locale: 'ja-JP', viewport: { width: 1280, height: 800 } });
  const { page, api } = await staker('20', wide);
  await page.goto(ROUTE);
  await page.getByRole('heading', { level: 1, name: 'ステーキング' }).waitFor(PATIENCE);
  await row(page).waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('main').locator('section').first().getByRole('button').click();
  await field(page).fill('100');
  await submit(page).click(PATIENCE);
  await confirm(page).click(PATIENCE);
  await receipt(page).getByText('100 ADIT').waitFor(PATIENCE);
  await leaveSheet(page);
  await vi.waitFor(async () => expect(await row(page).count()).toBe(2), PATIENCE);
  expect((await ordersOf(api)).map(({ amount }) => amount)).toEqual(['100', '20']);
  await row(page).first().getByRole('link').click();
  await page.waitForURL(/pledge\/detail/);
  await page.getByRole('main').getByRole('button').last().waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
});
