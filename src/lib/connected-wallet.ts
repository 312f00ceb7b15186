// The wallet that the session was signed with, as features other than the wallet's own may use it. The wallet feature says
// what it can do; who needs to send something asks for it here.

export type WalletFaultKind =
  /** The person said no in the wallet. */
  | 'rejected'
  /** The wallet has a request open already. */
  | 'pending'
  /** The wallet is on another network and stays there. */
  | 'wrong_chain'
  /** Not enough of the network's coin for the fee. */
  | 'no_gas'
  /** The wallet cannot be reached: not found after a reload, locked, another account. */
  | 'disconnected'
  /** Anything else; the wallet's own words are in `cause`. */
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
  /** The chain that the wallet is on now. @throws WalletFault */
  chainId(): Promise<number>;
  /** Asks the wallet to go to the app's chain, adding it when it is unknown there. @throws WalletFault */
  goToChain(): Promise<void>;
  /** Asks the person to sign and send; resolves with the transaction's hash. Data is 0x-hex. @throws WalletFault */
  send(transaction: { to: string; data: string }): Promise<string>;
}

let current: ConnectedWallet | undefined;
const waiting = new Set<(wallet: ConnectedWallet) => void>();

/** Told by the wallet feature at sign-in, when it finds the wallet again after a reload, and at the session's end. */
export const setConnectedWallet = (wallet: ConnectedWallet | undefined): void => {
  current = wallet;
  if (!wallet) return;
  for (const take of [...waiting]) take(wallet);
};

/**
 * The session's wallet. After a reload it may take a moment until the wallet has announced itself: it is waited for.
 * @throws WalletFault `disconnected` when it is not there within `patienceMs`.
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
