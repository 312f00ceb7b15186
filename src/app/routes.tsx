// Every page of the app: its address, title and bar. pages.ts says where its code is. The order is the specification's.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { BRAND } from '#lib/brand.ts';

interface PageRoute {
  path: string;
  /** The product's name is the same in every language. */
  title: MessageDescriptor | string;
  /** 'custom': over the page's own hero. 'titled': the page begins with text, and a small hero is behind the bar. */
  bar: 'custom' | 'titled';
  /** Reached from another page rather than from the menu: it has a back button beside the rail too. */
  inner?: true;
  /** The first screen: starts without the queries, and its code is imported directly. */
  first?: true;
}

const home = { title: BRAND.name, bar: 'custom', first: true } as const;
const records = msg`Records`;

export const ENTRY = '/';
const ALIAS = '/pages/index/index';

/** The entry page, at either of its addresses. */
export const isEntry = (path: string): boolean => path === ENTRY || path === ALIAS;

export const routes = [
  { path: ENTRY, ...home },
  { path: ALIAS, ...home },
  {
    path: '/pages/main/main',
    title: msg`Web3 Games`,
    bar: 'custom',
  },
  {
    path: '/pages/main/index',
    title: msg`Race`,
    bar: 'custom',
    inner: true,
  },
  {
    path: '/pages/main/record',
    title: records,
    bar: 'titled',
    inner: true,
  },
  {
    path: '/pages/main/result',
    title: msg`Result Verification`,
    bar: 'titled',
    inner: true,
  },
  {
    path: '/pages/buyback/index',
    title: msg`Token Repurchase`,
    bar: 'custom',
  },
  {
    path: '/pages/mining/index',
    title: msg`Miner Management`,
    bar: 'custom',
  },
  {
    path: '/pages/asset/index',
    title: msg`Asset Center`,
    bar: 'custom',
  },
  { path: '/pages/asset/coin', title: msg`Coin`, bar: 'custom', inner: true },
  {
    path: '/pages/asset/capital',
    title: msg`Fund History`,
    bar: 'titled',
    inner: true,
  },
  {
    path: '/pages/pledge/index',
    title: msg`Staking`,
    bar: 'custom',
  },
  {
    path: '/pages/pledge/detail',
    title: msg`Staking Details`,
    bar: 'titled',
    inner: true,
  },
  {
    path: '/pages/guessing/index',
    title: msg`Web3 Guess`,
    bar: 'custom',
  },
  {
    path: '/pages/guessing/previous',
    title: records,
    bar: 'titled',
    inner: true,
  },
  {
    path: '/pages/invite/index',
    title: msg`Invite Friends`,
    bar: 'custom',
  },
  { path: '/pages/airdrop/index', title: msg`Airdrop`, bar: 'custom' },
  {
    path: '/pages/authentication/index',
    title: msg`KYC Verification`,
    bar: 'custom',
  },
  { path: '/pages/notice/index', title: msg`Announcements`, bar: 'titled' },
  { path: '/pages/notice/details', title: msg`Announcement`, bar: 'titled' },
  { path: '/pages/contact/index', title: msg`Contact Us`, bar: 'custom' },
  { path: '/pages/limits/index', title: msg`Playing within limits`, bar: 'titled' },
  { path: '/pages/privacy/index', title: msg`Your data`, bar: 'titled' },
  { path: '/pages/transparency/index', title: msg`Transparency`, bar: 'custom' },
] as const satisfies readonly PageRoute[];

/** The addresses of all pages that are loaded through pages.ts. */
export type PagePath = Exclude<(typeof routes)[number], { first: true }>['path'];

export const routeAt = (path: string): PageRoute | undefined => routes.find((route) => route.path === path);
