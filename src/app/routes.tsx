// Every page of the app: its address, title, bar, and where its code lives. The order is the specification's.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FunctionComponent } from 'react';
import { BRAND } from '#lib/brand.ts';

interface PageModule {
  Page: FunctionComponent;
}

export interface PageRoute {
  path: string;
  /** The name of the product is the same in every language. */
  title: MessageDescriptor | string;
  /** 'custom': transparent over the page's own hero. 'titled': the bar brings its own band. */
  bar: 'custom' | 'titled';
  lazy: () => Promise<PageModule>;
  /** Starts without the queries, because it is the first screen. */
  plain?: true;
}

const coming = () => import('./coming.page.tsx').then(({ ComingPage }) => ({ Page: ComingPage }));
const comingTitled = () =>
  import('./coming.page.tsx').then(({ ComingTitledPage }) => ({ Page: ComingTitledPage }));

const home = {
  title: BRAND.name,
  bar: 'custom',
  lazy: () => import('#features/home/home.page.tsx'),
  plain: true,
} as const;
const records = msg`Records`;

export const ENTRY = '/';

export const routes: PageRoute[] = [
  { path: ENTRY, ...home },
  { path: '/pages/index/index', ...home },
  {
    path: '/pages/main/main',
    title: msg`Web3 Games`,
    bar: 'custom',
    lazy: () => import('#features/race/hub.page.tsx'),
  },
  {
    path: '/pages/main/index',
    title: msg`Race`,
    bar: 'custom',
    lazy: () => import('#features/race/race.page.tsx'),
  },
  {
    path: '/pages/main/record',
    title: records,
    bar: 'titled',
    lazy: () => import('#features/race/records.page.tsx'),
  },
  {
    path: '/pages/main/result',
    title: msg`Result Verification`,
    bar: 'titled',
    lazy: () => import('#features/verify/result.page.tsx'),
  },
  {
    path: '/pages/buyback/index',
    title: msg`Token Repurchase`,
    bar: 'custom',
    lazy: () => import('#features/buyback/buyback.page.tsx'),
  },
  {
    path: '/pages/mining/index',
    title: msg`Miner Management`,
    bar: 'custom',
    lazy: () => import('#features/mining/mining.page.tsx'),
  },
  {
    path: '/pages/asset/index',
    title: msg`Asset Center`,
    bar: 'custom',
    lazy: () => import('#features/assets/assets.page.tsx'),
  },
  {
    path: '/pages/asset/capital',
    title: msg`Fund History`,
    bar: 'titled',
    lazy: () => import('#features/assets/history/history.page.tsx'),
  },
  {
    path: '/pages/pledge/index',
    title: msg`Staking`,
    bar: 'custom',
    lazy: () => import('#features/staking/staking.page.tsx'),
  },
  {
    path: '/pages/pledge/detail',
    title: msg`Staking Details`,
    bar: 'titled',
    lazy: () => import('#features/staking/detail.page.tsx'),
  },
  {
    path: '/pages/guessing/index',
    title: msg`Web3 Guess`,
    bar: 'custom',
    lazy: () => import('#features/lottery/lottery.page.tsx'),
  },
  {
    path: '/pages/guessing/previous',
    title: records,
    bar: 'titled',
    lazy: () => import('#features/lottery/previous.page.tsx'),
  },
  {
    path: '/pages/invite/index',
    title: msg`Invite Friends`,
    bar: 'custom',
    lazy: () => import('#features/team/team.page.tsx'),
  },
  { path: '/pages/airdrop/index', title: msg`Airdrop`, bar: 'custom', lazy: coming },
  {
    path: '/pages/authentication/index',
    title: msg`KYC Verification`,
    bar: 'custom',
    lazy: () => import('#features/kyc/kyc.page.tsx'),
  },
  { path: '/pages/notice/index', title: msg`Announcements`, bar: 'titled', lazy: comingTitled },
  { path: '/pages/notice/details', title: msg`Announcement`, bar: 'titled', lazy: comingTitled },
  { path: '/pages/contact/index', title: msg`Contact Us`, bar: 'custom', lazy: coming },
];

export const routeAt = (path: string): PageRoute | undefined => routes.find((route) => route.path === path);
