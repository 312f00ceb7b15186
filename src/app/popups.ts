// Which module renders which popup. A module exports `Popup`, a component that gets {open, onClose, input} and renders
// a Sheet.
import type { FunctionComponent } from 'react';
import type { PopupName, PopupProps } from '#lib/popups.ts';

type Loader<K extends PopupName> = () => Promise<{ Popup: FunctionComponent<PopupProps<K>> }>;

export const popups: { [K in PopupName]: Loader<K> } = {
  connect: () => import('#features/wallet/connect-popup.tsx'),
  account: () => import('#features/wallet/account-popup.tsx'),
  enterCode: () => import('#features/wallet/enter-code-popup.tsx'),
  demoWallet: () => import('#features/wallet/demo/demo-popup.tsx'),
  activity: () => import('#features/home/activity-popup.tsx'),
  welcome: () => import('#features/home/welcome-popup.tsx'),
  hint: () => import('#features/mining/hint-popup.tsx'),
  activate: () => import('#features/mining/activate-sheet.tsx'),
  hashrateBuy: () => import('#features/mining/hashrate-buy-popup.tsx'),
  hashrateSell: () => import('#features/mining/hashrate-sell-popup.tsx'),
  deposit: () => import('#features/assets/deposit/deposit-popup.tsx'),
  withdraw: () => import('#features/assets/withdraw/withdraw-popup.tsx'),
  exchange: () => import('#features/assets/exchange/exchange-popup.tsx'),
  reward: () => import('#features/assets/history/record-detail.tsx'),
  stake: () => import('#features/staking/stake-popup.tsx'),
  unstake: () => import('#features/staking/unstake-popup.tsx'),
  raceBet: () => import('#features/race/bet-popup.tsx'),
  raceResult: () => import('#features/race/result-popup.tsx'),
  limits: () => import('#features/limits/limits-popup.tsx'),
  reminders: () => import('#features/push/reminders-popup.tsx'),
  addDevice: () => import('#features/privacy/add-device-popup.tsx'),
  deleteAccount: () => import('#features/privacy/delete-account-popup.tsx'),
  kycRequired: () => import('#features/kyc/required-popup.tsx'),
  outbox: () => import('#features/outbox/outbox-popup.tsx'),
  signOut: () => import('./sign-out-popup.tsx'),
  shortcuts: () => import('./desktop/shortcuts-popup.tsx'),
  install: () => import('#features/install/install-popup.tsx'),
};
