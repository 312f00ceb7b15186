// The wallet that the session was signed with, for features other than `wallet` itself. The wallet feature provides it;
// features that need a transaction or a signature ask for it here.

import { atom } from 'jotai';
import { read, write } from './store.ts';

export type WalletFaultKind =
  /** The user declined in the wallet. */
  | 'rejected'
  /** The wallet already has a request open. */
  | 'pending'
  /** The wallet is on another network and did not switch. */
  | 'wrong_chain'
  /** The wallet holds too little of the network's coin to pay the fee. */
  | 'no_gas'
  /** The wallet cannot be reached: not found after a reload, locked, or on another account. */
  | 'disconnected'
  /** Any other error; `cause` has the wallet's own message. */
  | 'failed';

export class WalletFault extends Error {
  override name = 'WalletFault';
  readonly kind: WalletFaultKind;
  constructor(kind: WalletFaultKind, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

export interface ConnectedWallet {
  readonly address: string;
  /** The chain that the wallet is currently on. @throws WalletFault */
  chainId(): Promise<number>;
  /**
   * Asks the wallet to switch to the app's chain, adding the chain if the wallet does not know it. @throws WalletFault
   */
  goToChain(): Promise<void>;
  /**
   * Asks the user to sign and send; resolves with the transaction hash. Data is 0x-prefixed hex. @throws WalletFault
   */
  send(transaction: { to: string; data: string }): Promise<string>;
  /** Asks the user to sign a readable text; resolves with the signature, 0x-prefixed hex. @throws WalletFault */
  sign(text: string): Promise<string>;
}

const openRequests = atom(0);
/** The wallet is showing the user a request that was not answered yet. */
export const walletAsksAtom = atom((get) => get(openRequests) > 0);

/** Called by the wallet feature with each request that the user has to answer. */
export async function answered<T>(request: Promise<T>): Promise<T> {
  write(openRequests, read(openRequests) + 1);
  try {
    return await request;
  } finally {
    write(openRequests, read(openRequests) - 1);
  }
}

let current: ConnectedWallet | undefined;
const waiting = new Set<(wallet: ConnectedWallet) => void>();

/**
 * Called by the wallet feature at sign-in, when it finds the wallet again after a reload, and when the session ends.
 */
export const setConnectedWallet = (wallet: ConnectedWallet | undefined): void => {
  current = wallet;
  if (!wallet) return;
  for (const take of [...waiting]) take(wallet);
};

/**
 * The session's wallet. After a reload, a wallet may take a moment to announce itself, so this waits for it.
 * @throws WalletFault `disconnected` if it does not appear within `patienceMs`
 */
export function connectedWallet(patienceMs = 3000): Promise<ConnectedWallet> {
  if (current) return Promise.resolve(current);
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      waiting.delete(take);
    };
    const take = (wallet: ConnectedWallet) => {
      done();
      resolve(wallet);
    };
    const timer = setTimeout(() => {
      done();
      reject(new WalletFault('disconnected'));
    }, patienceMs);
    waiting.add(take);
  });
}
