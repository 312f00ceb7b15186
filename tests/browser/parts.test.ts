// Each part of a page fails on its own: one call fails, with nothing cached on the device. The other parts are shown,
// one notice says that something failed, buttons that need the missing figures are disabled or absent, and a tap on the
// notice's button brings the part back. The failed calls ask for a minute's wait, so nothing comes back on its own.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { enter, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey } from '#tests/support/journey.ts';

const PATIENCE = { timeout: 20_000 };

interface Part {
  /** Of the call that fails. */
  path: string;
  /** Texts of parts that have their data. */
  shown: string[];
  /** Text of the part that needs the call, or the name of its list, or of its button once it works. */
  back: string | RegExp | { list: string } | { button: string };
  /** Buttons that work without the call, those that are disabled, and those that are absent. */
  works?: string[];
  disabled?: string[];
  absent?: string[];
}

const PAGES: Record<string, { route: string; parts: Part[] }> = {
  Home: {
    route: '/',
    parts: [
      {
        path: '/api/assets/list',
        shown: ['Your miner is running', 'Produced in this cycle', 'Activity'],
        // What the account is worth, which depends on whether its race bets won.
        back: /^[\d,]+\.\d+ USDT$/,
      },
    ],
  },
  Invite: {
    route: '/pages/invite/index',
    parts: [
      {
        path: '/api/user/info',
        shown: ['Direct referrals', 'Team level', 'Your bonus'],
        back: 'Your invite code',
        absent: ['Invite friends'],
      },
      {
        path: '/api/user/invites',
        shown: ['Your invite code', 'Team level', 'Your bonus'],
        back: 'Direct referrals',
        works: ['Invite friends'],
      },
      { path: '/api/user/levels', shown: ['Direct referrals', 'Your bonus'], back: 'Team level' },
      { path: '/api/index', shown: ['Direct referrals', 'Team level'], back: 'Your bonus' },
      { path: '/api/game/config', shown: ['Your bonus', 'Staking'], back: 'Race' },
    ],
  },
  'Invite, earnings': {
    route: '/pages/invite/index?view=earnings',
    parts: [
      { path: '/api/user/info', shown: ['Total earnings', 'Last 30 days'], back: 'Your invite code' },
      {
        path: '/api/user/earnings',
        shown: ['Your invite code', 'Show as a table'],
        back: { list: 'Earnings' },
      },
      { path: '/api/user/earnings/days', shown: ['Total earnings'], back: 'Show as a table' },
    ],
  },
  Miner: {
    route: '/pages/mining/index',
    parts: [
      {
        path: '/api/mining/index',
        shown: ['Reminders', 'Show as a table', 'Gifted', 'What mining means here'],
        back: 'Time left',
      },
      {
        path: '/api/mining/config',
        shown: ['Time left', 'Total output', 'Show as a table', 'Gifted'],
        back: 'What mining means here',
      },
      {
        path: '/api/mining/power',
        shown: ['Time left', 'Total output', 'Show as a table'],
        back: '1,200',
        disabled: ['Buy', 'Sell back'],
      },
      { path: '/api/assets/records', shown: ['Time left', 'Gifted'], back: 'Show as a table' },
    ],
  },
  Buyback: {
    route: '/pages/buyback/index',
    parts: [
      {
        path: '/api/mining/buyback/list',
        shown: ['Price of 1 ADIT', '0.01 USDT', '0.008 USDT'],
        back: "Today's budget",
        works: ['Swap ADIT for USDT', 'Sell hashrate back'],
      },
      {
        path: '/api/assets/list',
        shown: ["Today's budget", 'Where it goes', '0.008 USDT'],
        back: '0.01 USDT',
        works: ['Sell hashrate back'],
        disabled: ['Swap ADIT for USDT'],
      },
      {
        path: '/api/mining/power',
        shown: ["Today's budget", '0.01 USDT'],
        back: '0.008 USDT',
        works: ['Swap ADIT for USDT'],
        disabled: ['Sell hashrate back'],
      },
    ],
  },
  Staking: {
    route: '/pages/pledge/index',
    parts: [
      {
        path: '/api/stake/index',
        shown: ['Your stakes', '251.75 ADIT', 'Show as a table'],
        back: 'Available to stake',
        absent: ['Stake ADIT'],
      },
      {
        path: '/api/assets/list',
        shown: ['251.75 ADIT', 'Calculator', 'Show as a table'],
        back: { button: 'Stake ADIT' },
        disabled: ['Stake ADIT'],
      },
      { path: '/api/stake/list', shown: ['Available to stake', 'Calculator'], back: '251.75 ADIT' },
      { path: '/api/stake/outputs', shown: ['Available to stake', 'Calculator'], back: 'Show as a table' },
      { path: '/api/mining/config', shown: ['Available to stake', 'Calculator'], back: '0.3 USDT' },
    ],
  },
  Assets: {
    route: '/pages/asset/index',
    parts: [
      {
        path: '/api/assets/list',
        shown: ['Fund History', 'All activity', 'Airdrop and coupons'],
        back: 'Total value',
        absent: ['Deposit', 'Withdraw', 'Swap'],
      },
      {
        path: '/api/assets/records',
        shown: ['Total value', 'SHIB'],
        back: 'All activity',
        works: ['Deposit'],
      },
      { path: '/api/assets/worth', shown: ['Total value', 'All activity'], back: 'Show as a table' },
    ],
  },
  Race: {
    route: '/pages/main/index',
    parts: [
      { path: '/api/game/opening', shown: ['My races'], back: 'Total bets', absent: ['Bet'] },
      { path: '/api/game/config', shown: ['Total bets', 'SQL', 'Result'], back: 'Amount', absent: ['Bet'] },
    ],
  },
  Transparency: {
    route: '/pages/transparency/index',
    parts: [
      { path: '/api/transparency', shown: ["Lasts at this week's pace"], back: 'Owed and held' },
      { path: '/api/mining/buyback/list', shown: ['Owed and held'], back: "Lasts at this week's pace" },
    ],
  },
};

/** Calls whose path matches fail until `mend` is called. */
async function failing(page: Page, matches: (path: string) => boolean) {
  let broken = true;
  await page.route(/\/api\/(?!events)/, (route) =>
    broken && route.request().method() === 'GET' && matches(new URL(route.request().url()).pathname)
      ? route.fulfill({
          status: 429,
          headers: { 'Retry-After': '60' },
          json: { code: 429, message: 'The call failed.', data: null },
        })
      : route.continue(),
  );
  return { mend: () => void (broken = false) };
}

const seen = (page: Page, what: Part['back']) => {
  const main = page.getByRole('main');
  const found =
    typeof what === 'string' || what instanceof RegExp
      ? main.getByText(what, { exact: true })
      : 'list' in what
        ? main.getByRole('list', { name: what.list, exact: true })
        : main.getByRole('button', { name: what.button, exact: true, disabled: false });
  return found.filter({ visible: true }).first();
};

/** The visible notices that a part has failed. */
const notices = (page: Page) =>
  page.getByRole('main').locator('[data-failed]').filter({ hasText: 'The call failed.', visible: true });
const retry = (page: Page) => notices(page).getByRole('button');

for (const [name, { route, parts }] of Object.entries(PAGES))
  journey(
    `on the page ${name}, a failing call takes its own part only, and a tap brings it back`,
    async ({ app, visit, session }) => {
      const version = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
      for (const { path, shown, back, works = [], disabled = [], absent = [] } of parts) {
        const visitor = await visit({ reducedMotion: 'reduce' });
        visitor.expectFault(/status of 429/);
        const { page } = visitor;
        await readNotice(page, version);
        await enter(page, session);
        const { mend } = await failing(page, (asked) => asked === path);
        await page.goto(`/#${route}`);
        const button = (of: string) => page.getByRole('main').getByRole('button', { name: of, exact: true });
        await notices(page).first().waitFor(PATIENCE);
        for (const each of shown) await seen(page, each).waitFor(PATIENCE);
        expect(await notices(page).count(), `${path}: notices`).toBe(1);
        expect(await seen(page, back).count(), `${path}: ${JSON.stringify(back)}`).toBe(0);
        expect(await violations(page), path).toEqual([]);
        for (const each of works) expect(await button(each).isEnabled(), `${path}: ${each}`).toBe(true);
        for (const each of disabled) expect(await button(each).isDisabled(), `${path}: ${each}`).toBe(true);
        for (const each of absent) expect(await button(each).count(), `${path}: ${each}`).toBe(0);
        mend();
        await retry(page).click();
        await seen(page, back).waitFor(PATIENCE);
        await notices(page).waitFor({ state: 'detached', ...PATIENCE });
        await page.close();
      }
    },
  );

journey(
  'when every call fails for the same reason, a page says so once, and one tap brings everything back',
  async ({ app, visit, session }) => {
    const version = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
    for (const [name, { route, parts }] of Object.entries(PAGES)) {
      const visitor = await visit({ reducedMotion: 'reduce' });
      visitor.expectFault(/status of 429/);
      const { page } = visitor;
      await readNotice(page, version);
      await enter(page, session);
      const { mend } = await failing(page, () => true);
      await page.goto(`/#${route}`);
      await notices(page).first().waitFor(PATIENCE);
      await expect.poll(() => notices(page).count(), PATIENCE).toBe(1);
      mend();
      await retry(page).click();
      for (const { back } of parts) await seen(page, back).waitFor(PATIENCE);
      // Other parts may take longer than those that are named.
      await expect.poll(() => notices(page).count(), { ...PATIENCE, message: name }).toBe(0);
      await page.close();
    }
  },
);

journey(
  'the connect sheet says when it could not ask which ways to sign in there are, and a tap brings them',
  async ({ visit }) => {
    const visitor = await visit({ reducedMotion: 'reduce', isMobile: false, hasTouch: false });
    visitor.expectFault(/status of 429/);
    const { page } = visitor;
    const { mend } = await failing(page, (asked) => asked === '/api/index');
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().click(PATIENCE);
    const sheet = page.getByRole('dialog', { name: 'Connect wallet' });
    await sheet.getByText('The call failed.').waitFor(PATIENCE);
    expect(await sheet.getByText('No wallet here yet').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    mend();
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet
      .getByRole('button', { name: /Demo wallet/ })
      .first()
      .waitFor(PATIENCE);
    await sheet.getByText('The call failed.').waitFor({ state: 'detached', ...PATIENCE });
  },
);
