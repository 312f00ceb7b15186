// Where the code of each page is; it is loaded when the page is opened. A module exports `Page`, without props.
// Separate from the titles (routes.tsx), so that the first screen does not include the file names of all pages.
import type { FunctionComponent } from 'react';
import type { PagePath } from './routes.tsx';

type Loader = () => Promise<{ Page: FunctionComponent }>;

export const pages: Record<PagePath, Loader> = {
  '/pages/main/main': () => import('#features/race/hub.page.tsx'),
  '/pages/main/index': () => import('#features/race/race.page.tsx'),
  '/pages/main/record': () => import('#features/race/records.page.tsx'),
  '/pages/main/result': () => import('#features/verify/result.page.tsx'),
  '/pages/buyback/index': () => import('#features/buyback/buyback.page.tsx'),
  '/pages/mining/index': () => import('#features/mining/mining.page.tsx'),
  '/pages/asset/index': () => import('#features/assets/assets.page.tsx'),
  '/pages/asset/coin': () => import('#features/assets/coin.page.tsx'),
  '/pages/asset/capital': () => import('#features/assets/history/history.page.tsx'),
  '/pages/pledge/index': () => import('#features/staking/staking.page.tsx'),
  '/pages/pledge/detail': () => import('#features/staking/detail.page.tsx'),
  '/pages/guessing/index': () => import('#features/lottery/lottery.page.tsx'),
  '/pages/guessing/previous': () => import('#features/lottery/previous.page.tsx'),
  '/pages/invite/index': () => import('#features/team/team.page.tsx'),
  '/pages/airdrop/index': () => import('#features/airdrop/airdrop.page.tsx'),
  '/pages/authentication/index': () => import('#features/kyc/kyc.page.tsx'),
  '/pages/notice/index': () => import('#features/content/list.page.tsx'),
  '/pages/notice/details': () => import('#features/content/detail.page.tsx'),
  '/pages/contact/index': () => import('#features/content/contact.page.tsx'),
  '/pages/limits/index': () => import('#features/limits/limits.page.tsx'),
  '/pages/privacy/index': () => import('#features/privacy/privacy.page.tsx'),
  '/pages/transparency/index': () => import('#features/transparency/transparency.page.tsx'),
};
