// The ten measured interactions. Chosen by how often a daily user performs them (menu, navigation to miner and assets),
// and by how much work the app does for one tap (sheets whose code loads late, lists, a language switch of the whole
// page).
import type { Locator, Page } from 'playwright-core';

export interface Interaction {
  who: 'guest' | 'member';
  route: string;
  /** What the page shows before it begins. */
  ready: (page: Page) => Promise<unknown>;
  /** The taps and keys, until the result is visible. */
  act: (page: Page) => Promise<unknown>;
}

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first();
const minerLink = (page: Page) => main(page).getByRole('link', { name: 'Miner', exact: true });
const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' });
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Time to aim: nobody taps a menu entry, say, while the menu is still sliding in. */
const AIM_MS = 400;

/**
 * Taps as a finger does. Playwright's own tap first runs scripts in the page, on its throttled CPU, and the tap would
 * have to wait for them.
 */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to tap');
  await target.page().waitForTimeout(AIM_MS);
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

async function openMenu(page: Page): Promise<void> {
  await tap(menu(page));
  await dialog(page).getByRole('link', { name: 'Contact Us' }).waitFor();
}

async function type(page: Page, amount: string): Promise<void> {
  const field = dialog(page).getByRole('textbox').first();
  await tap(field);
  await field.pressSequentially(amount, { delay: 60 });
}

export const INTERACTIONS: Record<string, Interaction> = {
  'open the menu': {
    who: 'member',
    route: '/',
    ready: (page) => minerLink(page).waitFor(),
    act: openMenu,
  },
  'open the list of wallets': {
    who: 'guest',
    route: '/',
    ready: (page) => button(page, 'Connect wallet').waitFor(),
    act: async (page) => {
      await tap(button(page, 'Connect wallet'));
      await dialog(page)
        .getByRole('button', { name: /^Demo wallet Try everything/ })
        .waitFor();
    },
  },
  'home to miner': {
    who: 'member',
    route: '/',
    ready: (page) => minerLink(page).waitFor(),
    act: async (page) => {
      await tap(minerLink(page));
      await titled(page, 'Miner Management');
      await page.getByText('Produced in this cycle').first().waitFor();
    },
  },
  'miner to assets by the menu': {
    who: 'member',
    route: '/pages/mining/index',
    ready: (page) => page.getByText('Produced in this cycle').first().waitFor(),
    act: async (page) => {
      await openMenu(page);
      await tap(dialog(page).getByRole('link', { name: 'Asset Center' }));
      await titled(page, 'Asset Center');
      await page.getByText('Total value').first().waitFor();
    },
  },
  'open a coin': {
    who: 'member',
    route: '/pages/asset/index',
    ready: (page) => main(page).getByRole('link', { name: /^USDT/ }).waitFor(),
    act: async (page) => {
      await tap(main(page).getByRole('link', { name: /^USDT/ }));
      await main(page).getByText('Smallest withdrawal').waitFor();
    },
  },
  'exchange: open, type an amount': {
    who: 'member',
    route: '/pages/asset/index',
    ready: (page) => button(page, 'Swap').waitFor(),
    act: async (page) => {
      await tap(button(page, 'Swap'));
      await type(page, '12.5');
    },
  },
  'stake: open, type an amount': {
    who: 'member',
    route: '/pages/pledge/index',
    ready: (page) => main(page).locator('section').first().getByRole('button').first().waitFor(),
    act: async (page) => {
      await tap(main(page).locator('section').first().getByRole('button').first());
      await type(page, '100');
    },
  },
  'lottery: three digits': {
    who: 'member',
    route: '/pages/guessing/index',
    ready: (page) => main(page).getByRole('spinbutton').first().waitFor(),
    act: async (page) => {
      for (const [at, digit] of ['4', '7', '1'].entries()) {
        await main(page).getByRole('spinbutton').nth(at).focus();
        await page.keyboard.press(digit);
      }
      await tap(
        main(page)
          .getByRole('button', { name: /one up$/ })
          .first(),
      );
    },
  },
  'race: a lane and an amount': {
    who: 'member',
    route: '/pages/main/index',
    ready: (page) => main(page).getByRole('checkbox').first().waitFor(),
    act: async (page) => {
      await tap(main(page).getByRole('checkbox').first());
      const field = main(page).getByRole('textbox').first();
      await tap(field);
      await field.pressSequentially('10', { delay: 60 });
    },
  },
  'change the language': {
    who: 'member',
    route: '/pages/asset/index',
    ready: (page) => main(page).getByRole('link', { name: /^USDT/ }).waitFor(),
    act: async (page) => {
      await openMenu(page);
      await page.waitForTimeout(AIM_MS);
      await page.getByRole('combobox', { name: 'Language' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(() => document.documentElement.lang !== 'en');
    },
  },
};
