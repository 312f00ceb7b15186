// Parts of the app that run on every page without being a page: timers, notices, the demo bar. Loaded when the page is
// idle. A module exports `Background` (renders nothing, or a popup) or `Bar` (a thin strip at the bottom).
import type { FunctionComponent } from 'react';

export const backgrounds: (() => Promise<{ Background: FunctionComponent }>)[] = [
  () => import('#features/wallet/wallet-background.tsx'),
  () => import('#features/mining/mining-timer.tsx'),
  () => import('#features/push/push-background.tsx'),
  () => import('#features/race/race-background.tsx'),
  () => import('#features/content/content-background.tsx'),
  () => import('#features/outbox/outbox-background.tsx'),
  () => import('./live.tsx'),
];

export const bars: (() => Promise<{ Bar: FunctionComponent }>)[] = [
  () => import('./update-bar.tsx'),
  () => import('#features/home/demo-bar.tsx'),
];
