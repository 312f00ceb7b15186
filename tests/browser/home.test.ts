// A member's home: the account behind the wallet pill, and what happened to it.
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { enter, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey } from '#tests/support/journey.ts';
import { SMALL } from '#tests/support/seen.ts';
import { ask, DAY, newcomer, skip, verify } from '#tests/support/person.ts';
import { sheetEntriesGone } from '#tests/support/walk.ts';

const PATIENCE = { timeout: 20_000 };

journey(
  'the pill opens the account; activity tells what happened, and keeps what was read',
  async ({ app, guest: { page } }) => {
    const person = await newcomer(app.url);
    await verify(person.api);
    await ask(person.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(person.api, 'POST /api/mining/claim', {});
    const notice = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
    await readNotice(page, notice);
    await enter(page, person);
    await page.goto('/');

    await page.getByRole('banner').getByRole('button').last().click(PATIENCE);
    const account = page.getByRole('dialog', { name: 'Your account' });
    await account.getByText('Verified', { exact: true }).waitFor(PATIENCE);
    await account.getByText(person.wallet.address).waitFor(PATIENCE);
    await account.getByRole('button', { name: 'Show QR code' }).click();
    await account.getByRole('img', { name: 'QR code of your address' }).waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await account.waitFor({ state: 'detached', ...PATIENCE });

    const title = page
      .getByRole('link', { name: /^Pinned:/ })
      .locator('span')
      .last();
    const isCut = (text: Element) =>
      text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight;
    expect(await title.evaluate(isCut)).toBe(false);

    const bell = page.getByRole('button', { name: 'Activity, 1 new' });
    await bell.waitFor(PATIENCE);
    await bell.click();
    const activity = page.getByRole('dialog', { name: 'Activity' });
    await activity.getByRole('link', { name: /Reward claimed Unread.*\+12 ADIT/ }).waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await activity.waitFor({ state: 'detached', ...PATIENCE });
    await page.getByRole('button', { name: 'Activity', exact: true }).waitFor(PATIENCE);
    await sheetEntriesGone(page);
    await page.reload();
    await page.getByText('Reward claimed', { exact: true }).waitFor(PATIENCE);
    expect(await page.getByRole('button', { name: 'Activity, 1 new' }).count()).toBe(0);

    const eye = page.getByRole('button', { name: 'Hide amounts' });
    const balance = (shown: string) => page.getByRole('link', { name: `Your ADIT ${shown}`, exact: true });
    await eye.click();
    await balance('••••').waitFor(PATIENCE);
    await eye.click();
    await balance('12').waitFor(PATIENCE);
    // Another tab hides them too.
    const other = await page.context().newPage();
    await other.goto('/');
    await other.evaluate(() => localStorage.setItem('hideAmounts', 'true'));
    await balance('••••').waitFor(PATIENCE);
    expect(await eye.getAttribute('aria-pressed')).toBe('true');
  },
);

journey('the balance never runs under the miner, however large it is', async ({ app, visit }) => {
  const person = await newcomer(app.url);
  const { page } = await visit(SMALL);
  const notice = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
  await readNotice(page, notice);
  await enter(page, person);
  let balance = '';
  await page.route('**/api/assets/list', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: { items: object[] } };
    const items = body.data.items.map((item, at) => (at === 0 ? { ...item, balance } : item));
    await route.fulfill({ json: { ...body, data: { ...body.data, items } } });
  });
  for (const whole of ['8', '88', '888', '8888', '88888', '888888', '8888888', '88888888', '8888888888']) {
    balance = `${whole}.888888`;
    await page.goto(`/?${whole}`);
    const shown = page.getByRole('main').getByRole('link', { name: /^Your ADIT/ });
    await shown
      .getByText(whole.replace(/\B(?=(\d{3})+$)/g, ','))
      .first()
      .waitFor(PATIENCE);
    const [text, miner] = await Promise.all([
      shown.locator('[aria-hidden=true]').evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
      }),
      page.locator('main a[aria-hidden=true]').boundingBox(PATIENCE),
    ]);
    expect(text, balance).toBeLessThanOrEqual(miner?.x ?? 0);
  }
});
