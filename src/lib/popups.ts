// Popups by name: a feature opens another feature's popup without importing it. src/app/popup-host.tsx knows who draws which.
import { atom } from 'jotai';
import { read, write } from './store.ts';

/** Each popup with what it is told. */
export interface PopupInputs {
  /** Wallet connect sheet (features/wallet). */
  connect: Record<never, never>;
  /** Settings of the demo wallet (features/wallet). */
  demoWallet: Record<never, never>;
  /** "KYC not completed": Go to Verify, Cancel (features/kyc). */
  kycRequired: { before?: 'start' | 'withdraw' };
  /** The miner stopped after producing `earning` tokens (features/mining). */
  hint: { earning: string };
  /** From the own wallet to the treasury; `coin` is chosen already (features/assets). */
  deposit: { coin?: string };
  withdraw: { coin?: string };
  exchange: { from?: string; to?: string };
  /** Buying hashrate in steps, beginning with `hashrate`, and selling the purchased one back (features/mining). */
  hashrateBuy: { hashrate?: string };
  hashrateSell: Record<never, never>;
  /** A new stake order, and redeeming one (features/staking). */
  stake: Record<never, never>;
  unstake: { id: string };
  /** The bet that was made on the race page, before it is placed (features/race). */
  raceBet: Record<never, never>;
  /** What became of a race round (features/race). */
  raceResult: { round: number };
  /** The daily bet limit and pauses (features/limits). */
  limits: Record<never, never>;
  /** Activate-miner confirm (features/mining). */
  activate: Record<never, never>;
  /** What was done without a network and waits to be sent (features/outbox). */
  outbox: Record<never, never>;
  /** Signing out although something waits to be sent (src/app). */
  signOut: Record<never, never>;
  /** Reminders: switch, quiet hours, a test, a calendar file (features/push). */
  reminders: Record<never, never>;
  /** How this app is put on the home screen (features/install). */
  install: Record<never, never>;
  /** Welcome notice with its checkbox (features/home). */
  welcome: { version: string; body: string };
}

export type PopupName = keyof PopupInputs;
export interface OpenPopup<K extends PopupName = PopupName> {
  name: K;
  input: PopupInputs[K];
}

export const popupAtom = atom<OpenPopup | null>(null);

/** Opens a popup; one that is open is replaced. */
export const openPopup = <K extends PopupName>(name: K, input: PopupInputs[K]): void =>
  void write(popupAtom, { name, input });

/** Closes the popup; with a name only when that one is open. */
export function closePopup(name?: PopupName): void {
  if (name === undefined || read(popupAtom)?.name === name) write(popupAtom, null);
}
