// What a stake has paid: its chart, its timeline, and what remains of them without an answer or a network; and what is
// told of a stake whose sheet was closed.
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { expectAt } from '#tests/support/keyboard.ts';
import { ask, DAY, skip } from '#tests/support/person.ts';
import {
  confirm,
  DETAIL,
  dialog,
  field,
  goOffline,
  journey,
  offline,
  openStake,
  paidRows,
  PATIENCE,
  press,
  ROUTE,
  says,
  stakeOverHttp,
  submit,
} from '#tests/support/staking-page.ts';
import { leaveSheet, toasted } from '#tests/support/walk.ts';

journey(
  'what a stake paid is a chart and a timeline, and each payment opens its activity',
  async ({ staker, app }) => {
    const { page, api, id } = await staker('100');
    await stakeOverHttp(api, '50');
    await skip(app.url, 6 * DAY);
    await page.goto(DETAIL + id);
    const chart = page.getByRole('slider', { name: 'Rewards, last 30 days' });
    await chart.focus(PATIENCE);
    const text = () => chart.getAttribute('aria-valuetext');
    expect(await text()).toContain('This stake 0.1 ADIT');
    await page.keyboard.press('Home');
    await vi.waitFor(async () => expect(await text()).toContain('This stake 0 ADIT'));
    expect(await page.getByRole('list', { name: 'Coming next' }).getByRole('listitem').count()).toBe(3);
    expect(await paidRows(page).count()).toBe(5);
    await page.getByRole('button', { name: 'Show older' }).click();
    await vi.waitFor(async () => expect(await paidRows(page).count()).toBe(6));
    expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);

    const { items } = await ask(api, 'GET /api/stake/payments', { id });
    await paidRows(page).first().getByRole('button').press('Enter');
    await says(page, `#${items[0]?.entry}`);
    const [record] = (await ask(api, 'GET /api/assets/records', { entry: items[0]?.entry ?? '' })).items;
    const both = record?.amount === '0.15';
    expect(
      await dialog(page)
        .getByText(/^0\.1 ADIT of it came from this stake/)
        .count(),
    ).toBe(both ? 1 : 0);
    expect(await violations(page), 'details').toEqual([]);
    await leaveSheet(page);
    await expectAt(paidRows(page).first().getByRole('button'));
  },
);

journey('payments that cannot be loaded say so in their place', async ({ staker, guest, app }) => {
  guest.expectFault(/stake\/payments/);
  const { page, id } = await staker('100');
  await skip(app.url, DAY);
  // The page asks again by itself only after this time.
  const busy = {
    status: 429,
    headers: { 'retry-after': '60' },
    json: { code: 429, message: 'Busy.', data: null },
  };
  await page.route('**/api/stake/payments*', (route) => route.fulfill(busy));
  await page.goto(DETAIL + id);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Try again' }).waitFor(PATIENCE);
  await main.getByText('1 reward', { exact: true }).waitFor(PATIENCE);
  // The page's clock is up to a second behind the server's, whose replies give whole seconds.
  await expect.poll(() => main.getByRole('button', { name: 'Unstake' }).isEnabled(), PATIENCE).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.unroute('**/api/stake/payments*');
  await main.getByRole('button', { name: 'Try again' }).click();
  await paidRows(page).getByText('+0.1 ADIT').waitFor(PATIENCE);
});

offline('without a network a stake shows the payments of the last visit', async ({ staker, app }) => {
  const { page, id } = await staker('100');
  await skip(app.url, 2 * DAY);
  await page.goto(DETAIL + id);
  await vi.waitFor(async () => expect(await paidRows(page).count()).toBe(2), PATIENCE);
  await goOffline(page);
  await page.reload();
  await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
  await vi.waitFor(async () => expect(await paidRows(page).count()).toBe(2), PATIENCE);
  await page.getByRole('slider', { name: 'Rewards, last 30 days' }).waitFor(PATIENCE);
});

offline('an unstake that waits is listed by its amount', async ({ staker, app }) => {
  const { page, id } = await staker('100');
  await skip(app.url, 2 * DAY);
  await page.goto(DETAIL + id);
  const unstake = page.getByRole('main').getByRole('button', { name: 'Unstake' });
  await unstake.waitFor(PATIENCE);
  await goOffline(page);
  await unstake.click(PATIENCE);
  await confirm(page).click(PATIENCE);
  await press(page, "See what's waiting");
  const list = page.getByRole('dialog', { name: 'Offline actions' });
  await list.getByText('Unstake 100 ADIT', { exact: true }).waitFor(PATIENCE);
});

journey('a stake whose sheet is closed before the answer comes is told by a toast', async ({ staker }) => {
  const { page } = await staker();
  await page.goto(ROUTE);
  await openStake(page);
  await field(page).fill('100');
  await submit(page).click();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/stake/stake', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await confirm(page).click();
  // The first closes the confirmation.
  await page.keyboard.press('Escape');
  await leaveSheet(page);
  answer.resolve();
  await toasted(page, 'Staked');
});

journey('a stake that is queued after its sheet was closed is told by a toast', async ({ staker, guest }) => {
  guest.expectFault(/net::ERR_FAILED/);
  const { page } = await staker();
  await page.goto(ROUTE);
  await openStake(page);
  await field(page).fill('100');
  await submit(page).click();
  const lost = Promise.withResolvers<void>();
  await page.route('**/api/stake/stake', async (route) => {
    await lost.promise;
    await route.abort();
  });
  await confirm(page).click();
  await page.keyboard.press('Escape');
  await leaveSheet(page);
  lost.resolve();
  await toasted(page, "Saved. We'll send it once, as soon as we can.");
});
