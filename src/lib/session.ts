// The signed-in user: the session's token and the wallet's figures, stored in sessionStorage under the specification's
// names.
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { session } from './storage.ts';
import { sessionJson, textStorage } from './stored.ts';
import { read, write } from './store.ts';

export interface Link {
  id: string;
  label: string;
  url: string;
}

interface CoinBalance {
  coin: string;
  /** Decimal string. */
  balance: string;
}

/** The stored object has exactly these keys (specification, section 3 "Client wallet state"). */
export interface WalletState {
  address: string;
  isConnected: boolean;
  /**
   * ADIT per unit of hashrate and cycle, and USDT per unit of hashrate, as decimal strings (GET /api/mining/config).
   */
  rate: string;
  powerRate: string;
  /** The first run on this device, set at app start; after sign-in, the account's first run. */
  isFirst: boolean;
  /** Shown on the contact page until newer data arrives, like `coinList` on the asset page. */
  linkList: Link[];
  /** ADIT balance from the asset list. */
  balance: string;
  /** Balances have changed, or may have, since the last coin list: the next page reloads it (src/app/live.tsx). */
  needRefresh: boolean;
  /** `power` of GET /api/mining/power. */
  powerNumber: string;
  coinList: CoinBalance[];
}

export const EMPTY_WALLET: WalletState = {
  address: '',
  isConnected: false,
  rate: '0',
  powerRate: '0',
  isFirst: false,
  linkList: [],
  balance: '0',
  needRefresh: false,
  powerNumber: '0',
  coinList: [],
};

/**
 * The state of signing in, for the wallet chip and the connect sheet. Not stored: after a reload it is derived again.
 */
export type WalletPhase =
  | 'disconnected'
  | 'connecting'
  | 'connected'
  | 'signing'
  | 'logged_in'
  /** Ended by the wallet, or by the server. */
  | 'account_switched'
  | 'expired';

export const tokenAtom = atomWithStorage<string | null>('token', null, textStorage(session), {
  getOnInit: true,
});

const stored = sessionJson<WalletState>();

/** A tab's data from an older version, or edited by hand, may lack keys. */
export const walletAtom = atomWithStorage<WalletState>(
  'wallet',
  EMPTY_WALLET,
  { ...stored, getItem: (key, empty) => ({ ...empty, ...stored.getItem(key, empty) }) },
  { getOnInit: true },
);

export const signedInAtom = atom((get) => get(tokenAtom) !== null);

/** A tab that is reloaded with a token stays signed in. */
export const walletPhaseAtom = atom<WalletPhase>(
  session.getItem('token') === null ? 'disconnected' : 'logged_in',
);

/** Changes some of the wallet's keys and keeps the others. */
export const patchWallet = (patch: Partial<WalletState>) =>
  write(walletAtom, { ...read(walletAtom), ...patch });

/**
 * Callbacks for the end of a session, for any reason; features use them to clear what they hold (queries, timer,
 * caches).
 */
const endings = new Set<() => void>();
export function onSessionEnd(run: () => void): () => void {
  endings.add(run);
  return () => endings.delete(run);
}

export function startSession(token: string, wallet: Partial<WalletState>): void {
  write(tokenAtom, token);
  patchWallet({ ...wallet, isConnected: true });
  write(walletPhaseAtom, 'logged_in');
}

/** Forgets the account but keeps what belongs to no account (contact links). */
export function endSession(phase: WalletPhase = 'disconnected'): void {
  write(tokenAtom, null);
  write(walletAtom, { ...EMPTY_WALLET, linkList: read(walletAtom).linkList });
  write(walletPhaseAtom, phase);
  for (const run of endings) run();
}
