// Popups by name, so a feature can open another feature's popup without importing it. src/app/popup-host.tsx maps names
// to components.
import { atom } from 'jotai';
import { hasSheet } from './has-sheet.ts';
import { read, write } from './store.ts';

/** Each popup with its input. */
export interface PopupInputs {
  /** Wallet connect sheet (features/wallet). */
  connect: Record<never, never>;
  /** The signed-in account: address, verification, devices, signing out (features/wallet). */
  account: Record<never, never>;
  /** Signing in with a code that another device shows; one from a link is filled in (features/wallet). */
  enterCode: { code?: string };
  /** Settings of the demo wallet (features/wallet). */
  demoWallet: Record<never, never>;
  /** Shows a code for another device (features/privacy). */
  addDevice: Record<never, never>;
  /** Deleting the account for good (features/privacy). */
  deleteAccount: Record<never, never>;
  /** "KYC not completed": Go to Verify, Cancel; `before`: what the user wanted, by default to start (features/kyc). */
  kycRequired: { before?: 'start' | 'withdraw' };
  /** The miner stopped after producing `earning` tokens (features/mining). */
  hint: { earning: string };
  /** A deposit from the user's own wallet to the treasury, filled in with `coin` and `amount` (features/assets). */
  deposit: { coin?: string; amount?: string };
  /** `amount` and `address` fill in the form. */
  withdraw: { coin?: string; amount?: string; address?: string };
  exchange: { from?: string; to?: string };
  /** Buying hashrate in steps, starting at `hashrate`, and selling purchased hashrate back (features/mining). */
  hashrateBuy: { hashrate?: string };
  hashrateSell: Record<never, never>;
  /** Creating a stake order, and redeeming one (features/staking). */
  stake: Record<never, never>;
  unstake: { id: string };
  /** A reward of a stake: the journal entry that credited it, and the stake's part of it (features/assets). */
  reward: { entry: string; amount: string };
  /** The bet prepared on the race page, before it is placed (features/race). */
  raceBet: Record<never, never>;
  /** The result of a race round (features/race). */
  raceResult: { round: number };
  /** The daily bet limit and pauses (features/limits). */
  limits: Record<never, never>;
  /** Confirms activating the miner (features/mining). */
  activate: Record<never, never>;
  /** Actions made without a network, waiting to be sent (features/outbox). */
  outbox: Record<never, never>;
  /** Signing out while actions are waiting to be sent (src/app). */
  signOut: Record<never, never>;
  /** Reminders: switch, quiet hours, test notification, calendar file (features/push). */
  reminders: Record<never, never>;
  /** Keyboard shortcuts of a desktop (src/app/desktop). */
  shortcuts: Record<never, never>;
  /** How to put this app on the home screen (features/install). */
  install: Record<never, never>;
  /** What happened to the account (features/home). */
  activity: Record<never, never>;
  /** Welcome notice with its checkbox (features/home). */
  welcome: { version: string; body: string };
}

export type PopupName = keyof PopupInputs;
export interface OpenPopup<K extends PopupName = PopupName> {
  name: K;
  input: PopupInputs[K];
}

/** What the component of a popup gets. */
export interface PopupProps<K extends PopupName> {
  open: boolean;
  onClose: () => void;
  input: PopupInputs[K];
}

export const popupAtom = atom<OpenPopup | null>(null);

/** Whether a popup, the drawer or a page's own sheet is open: nothing may cover it unasked. */
export const isCovered = (): boolean => read(popupAtom) !== null || hasSheet();

/** Opens a popup, replacing any open one. */
export const openPopup = <K extends PopupName>(name: K, input: PopupInputs[K]): void =>
  void write(popupAtom, { name, input });

/** Closes the popup; if a name is given, only that popup. */
export function closePopup(name?: PopupName): void {
  if (name === undefined || read(popupAtom)?.name === name) write(popupAtom, null);
}
