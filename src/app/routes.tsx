// Every page of the app: its address, title and bar. pages.ts says where its code is. The order is the specification's.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { BRAND } from '#lib/brand.ts';

interface PageRoute {
  path: string;
  /** The product's name is the same in every language. */
  title: MessageDescriptor | string;
  /** The page begins with text, and a small hero is behind the bar; otherwise the bar is over the page's own hero. */
  titled?: true;
  /** Reached from another page rather than from the menu: it has a back button beside the rail too. */
  inner?: true;
  /** The first screen: starts without the queries, and its code is imported directly. */
  first?: true;
}

const home = { title: BRAND.name, first: true } as const;
const records = msg`Records`;

export const ENTRY = '/';
const ALIAS = '/pages/index/index';

/** The entry page, at either of its addresses. */
export const isEntry = (path: string): boolean => path === ENTRY || path === ALIAS;

export const routes = [
  { path: ENTRY, ...home },
  { path: ALIAS, ...home },
  { path: '/pages/main/main', title: msg`Web3 Games` },
  { path: '/pages/main/index', title: msg`Race`, inner: true },
  { path: '/pages/main/record', title: records, inner: true, titled: true },
  { path: '/pages/main/result', title: msg`Result Verification`, inner: true, titled: true },
  { path: '/pages/buyback/index', title: msg`Token Repurchase` },
  { path: '/pages/mining/index', title: msg`Miner Management` },
  { path: '/pages/asset/index', title: msg`Asset Center` },
  { path: '/pages/asset/coin', title: msg`Coin`, inner: true },
  { path: '/pages/asset/capital', title: msg`Fund History`, inner: true, titled: true },
  { path: '/pages/pledge/index', title: msg`Staking` },
  { path: '/pages/pledge/detail', title: msg`Staking Details`, inner: true, titled: true },
  { path: '/pages/guessing/index', title: msg`Web3 Guess` },
  { path: '/pages/guessing/previous', title: records, inner: true, titled: true },
  { path: '/pages/invite/index', title: msg`Invite Friends` },
  { path: '/pages/airdrop/index', title: msg`Airdrop` },
  { path: '/pages/authentication/index', title: msg`KYC Verification` },
  { path: '/pages/notice/index', title: msg`Announcements`, titled: true },
  { path: '/pages/notice/details', title: msg`Announcement`, titled: true },
  { path: '/pages/contact/index', title: msg`Contact Us` },
  { path: '/pages/limits/index', title: msg`Playing within limits`, titled: true },
  { path: '/pages/privacy/index', title: msg`Your data`, titled: true },
  { path: '/pages/transparency/index', title: msg`Transparency` },
] as const satisfies readonly PageRoute[];

/** The addresses of all pages that are loaded through pages.ts. */
export type PagePath = Exclude<(typeof routes)[number], { first: true }>['path'];

export const routeAt = (path: string): PageRoute | undefined => routes.find((route) => route.path === path);
