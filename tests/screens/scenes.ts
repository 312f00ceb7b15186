// What `npm run screens` captures: every route of the page, and the popups that a user can open by hand.
import type { Page } from 'playwright-core';
import type { Language } from '#contract/languages.ts';

/** Every page is captured in these; home in all of them. */
export const CLOSELY: readonly Language[] = ['en', 'th'];

/** The first one only if it is named. */
export const SIZES = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** File name → hash route. */
export const ROUTES: Record<string, string> = {
  home: '/',
  'game-hub': '/pages/main/main',
  race: '/pages/main/index',
  'race-records': '/pages/main/record',
  'race-result': '/pages/main/result',
  buyback: '/pages/buyback/index',
  mining: '/pages/mining/index',
  assets: '/pages/asset/index',
  coin: '/pages/asset/coin?coin=BTC',
  'fund-history': '/pages/asset/capital',
  staking: '/pages/pledge/index',
  'staking-detail': '/pages/pledge/detail?id=1',
  lottery: '/pages/guessing/index',
  'lottery-previous': '/pages/guessing/previous',
  invite: '/pages/invite/index',
  'invite-members': '/pages/invite/index?view=members',
  'invite-nobody': '/pages/invite/index?level=3',
  'invite-earnings': '/pages/invite/index?view=earnings',
  airdrop: '/pages/airdrop/index',
  kyc: '/pages/authentication/index',
  notices: '/pages/notice/index',
  'notice-detail': '/pages/notice/details?id=1',
  contact: '/pages/contact/index',
  'limits-page': '/pages/limits/index',
  privacy: '/pages/privacy/index',
  transparency: '/pages/transparency/index',
};

export interface Popup {
  route: string;
  who: 'guest' | 'user';
  /** Expands on the page itself. */
  inPlace?: true;
  /** A desktop has it at the side of every page. */
  narrow?: true;
  /**
   * Opens it by tapping what a user would; controls are found by role and position, which are the same in every
   * language.
   */
  open: (page: Page) => Promise<void>;
}

const mainButton = (page: Page, index: number) => page.getByRole('main').getByRole('button').nth(index);

/** The actions of the asset page, which share a row with the link to the history. */
const action = (page: Page, index: number) =>
  page.getByRole('main').locator('div:has(> a[href^="#/pages/asset/capital"]) > button').nth(index);

/** The buttons of the card with the drums. */
const guessCard = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('spinbutton').first() })
    .getByRole('button');

/** The header's first button opens the drawer, its last one the account, the hero's first the connect sheet. */
export const POPUPS: Record<string, Popup> = {
  drawer: {
    route: '/',
    who: 'user',
    narrow: true,
    open: (page) => page.getByRole('banner').getByRole('button').first().click(),
  },
  account: {
    route: '/',
    who: 'user',
    open: (page) => page.getByRole('banner').getByRole('button').last().click(),
  },
  // The bell in the hero, after the eye.
  activity: { route: '/', who: 'user', open: (page) => mainButton(page, 1).click() },
  // Only a desktop has them: the window has a desktop's width until they are shown.
  shortcuts: {
    route: '/',
    who: 'user',
    open: async (page) => {
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.locator('aside').getByRole('navigation').waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      if (size) await page.setViewportSize(size);
    },
  },
  // The first of the strips at the bottom is demo mode's.
  'demo-wallet': {
    route: '/',
    who: 'user',
    open: (page) => page.locator('[data-bars]').getByRole('button').first().click(),
  },
  connect: {
    route: '/',
    who: 'guest',
    open: (page) => page.getByRole('main').getByRole('button').first().click(),
  },
  deposit: { route: '/pages/asset/index', who: 'user', open: (page) => action(page, 0).click() },
  withdraw: { route: '/pages/asset/index', who: 'user', open: (page) => action(page, 1).click() },
  exchange: { route: '/pages/asset/index', who: 'user', open: (page) => action(page, 2).click() },
  'coin-picker': {
    route: '/pages/asset/index',
    who: 'user',
    open: async (page) => {
      await action(page, 2).click();
      await page.getByRole('dialog').locator('button[aria-expanded]').first().click();
    },
  },
  // While the miner runs, its card has only the reminders; buying hashrate and selling it back are the page's last
  // two.
  reminders: { route: '/pages/mining/index', who: 'user', open: (page) => mainButton(page, 0).click() },
  'hashrate-buy': { route: '/pages/mining/index', who: 'user', open: (page) => mainButton(page, -2).click() },
  'hashrate-sell': {
    route: '/pages/mining/index',
    who: 'user',
    open: (page) => mainButton(page, -1).click(),
  },
  // The first card of the staking page has one button, and so does the order's page.
  stake: {
    route: '/pages/pledge/index',
    who: 'user',
    open: async (page) => {
      await page.getByRole('main').locator('section').first().getByRole('button').click();
      await page.getByRole('dialog').getByRole('textbox').fill('100');
    },
  },
  unstake: { route: '/pages/pledge/detail?id=1', who: 'user', open: (page) => mainButton(page, 0).click() },
  // A lane and an amount on the race page, then the bar's button; the latest race's result is the sheet of a record.
  'race-bet': {
    route: '/pages/main/index',
    who: 'user',
    open: async (page) => {
      const main = page.getByRole('main');
      await main.getByRole('checkbox').first().click();
      await main.getByRole('textbox').first().fill('10');
      await main.getByRole('button').last().click();
    },
  },
  'race-outcome': {
    route: '/pages/main/record',
    who: 'user',
    open: (page) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
  },
  // Random fills the drums; the first guess after the free one asks for confirmation.
  'lottery-guess': {
    route: '/pages/guessing/index',
    who: 'user',
    open: async (page) => {
      const card = guessCard(page);
      // The one before the last three, which are: five at random, the guess, and the information sign.
      await card.nth(-4).click();
      await card.nth(-2).click();
    },
  },
  'lottery-guesses': {
    route: '/pages/guessing/index',
    who: 'user',
    open: async (page) => {
      const card = guessCard(page);
      await card.nth(-3).click();
      await card.nth(-2).click();
    },
  },
  'lottery-round': {
    route: '/pages/guessing/previous',
    who: 'user',
    inPlace: true,
    open: (page) => page.getByRole('main').locator('summary').first().click(),
  },
  // The first button of the page's first card: the user's own balance, checked.
  'transparency-check': {
    route: '/pages/transparency/index',
    who: 'user',
    inPlace: true,
    open: (page) => page.getByRole('main').locator('section').first().getByRole('button').last().click(),
  },
  // The lottery page's last button; the sheet's last one asks for the longest pause.
  limits: {
    route: '/pages/guessing/index',
    who: 'user',
    open: (page) => page.getByRole('main').getByRole('button').last().click(),
  },
  'limits-pause': {
    route: '/pages/guessing/index',
    who: 'user',
    open: async (page) => {
      await page.getByRole('main').getByRole('button').last().click();
      await page.getByRole('dialog').getByRole('group').getByRole('button').last().click();
    },
  },
  // The export's two buttons come first.
  'documents-delete': {
    route: '/pages/privacy/index',
    who: 'user',
    open: (page) => mainButton(page, 2).click(),
  },
  // This session has no device, so the list is empty and its button follows those for the file and the documents.
  'device-add': {
    route: '/pages/privacy/index',
    who: 'user',
    open: (page) => mainButton(page, 4).click(),
  },
  // The last button of the page.
  'account-delete': {
    route: '/pages/privacy/index',
    who: 'user',
    open: (page) => page.getByRole('main').getByRole('button').last().click(),
  },
  // The last button of the connect sheet.
  'enter-code': {
    route: '/',
    who: 'guest',
    open: async (page) => {
      await page.getByRole('main').getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('button').last().click();
    },
  },
  // The cover is the first picture of a text.
  'picture-viewer': {
    route: '/pages/notice/details?id=1',
    who: 'user',
    // Beside a desktop's list, the page's first button marks all as read.
    open: (page) => page.locator('main button:has(img)').first().click(),
  },
  // The history's eye, refresh and export, then its rows, the newest first.
  movement: {
    route: '/pages/asset/capital',
    who: 'user',
    open: (page) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
  },
  export: { route: '/pages/asset/capital', who: 'user', open: (page) => mainButton(page, 2).click() },
  // The page's eye, refresh and copy, then the sharing sheet.
  'share-picture': { route: '/pages/invite/index', who: 'user', open: (page) => mainButton(page, 3).click() },
  'team-receipt': {
    route: '/pages/invite/index?view=earnings',
    who: 'user',
    open: (page) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
  },
};
