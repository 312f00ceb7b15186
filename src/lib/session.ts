// The signed-in user: the session's token and the wallet's state, stored in sessionStorage under the specification's
// names.
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { local, session } from './storage.ts';
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
  /** Whether this is the first run on this device, set at app start; after sign-in, the account's first run. */
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

/** The sign-in state, for the wallet chip and the connect sheet. Not stored: after a reload it is derived again. */
export type WalletPhase =
  | 'disconnected'
  | 'connecting'
  | 'connected'
  | 'signing'
  | 'logged_in'
  /** Ended by the wallet, or by the server. */
  | 'account_switched'
  | 'chain_switched'
  | 'expired';

/**
 * A device that stays signed in. Its key is in IndexedDB (src/api/device.ts); this is what must be known immediately at
 * startup.
 */
interface KnownDevice {
  id: string;
  address: string;
  /** The credential of the app lock (src/lib/lock.ts), if that is on. */
  lock?: string;
}

export const DEVICE = 'device';

/** Stored as "id address", or "id address lock". */
function readDevice(): KnownDevice | null {
  const [id, address, lock] = (local.getItem(DEVICE) ?? '').split(' ');
  return id && address ? { id, address, lock } : null;
}

export const deviceAtom = atom(readDevice());

export function keepDevice(device: KnownDevice | null): void {
  if (device) local.setItem(DEVICE, [device.id, device.address, device.lock].join(' ').trimEnd());
  else local.removeItem(DEVICE);
  rereadDevice();
}

/** Called after a change, here or in another tab. */
export const rereadDevice = (): void => write(deviceAtom, readDevice());

/** Null for a guest; '' on a device that stays signed in until the session is resumed. Only a token is stored. */
export const tokenAtom = atomWithStorage<string | null>(
  'token',
  null,
  { ...textStorage(session), getItem: (key) => session.getItem(key) ?? (readDevice() ? '' : null) },
  { getOnInit: true },
);

const stored = sessionJson<WalletState>();

/**
 * A tab's data may lack keys if it is from an older version or was edited by hand. A new tab knows the device's
 * account.
 */
function readWallet(key: string, empty: WalletState): WalletState {
  const device = session.getItem('token') === null ? readDevice() : null;
  const kept = { ...empty, ...stored.getItem(key, empty) };
  return device && device.address !== kept.address
    ? { ...empty, address: device.address, isConnected: true }
    : kept;
}
export const walletAtom = atomWithStorage<WalletState>(
  'wallet',
  EMPTY_WALLET,
  { ...stored, getItem: readWallet },
  { getOnInit: true },
);

/** The device, if it stays signed in with the account of this page; another tab may use another account. */
export function ownDevice(): KnownDevice | undefined {
  const device = read(deviceAtom);
  return device?.address === read(walletAtom).address ? device : undefined;
}

export const signedInAtom = atom((get) => get(tokenAtom) !== null);

/** The signed-in account, in lower case; null for a guest. */
export const addressAtom = atom((get) =>
  get(tokenAtom) === null ? null : get(walletAtom).address.toLowerCase(),
);

/** A tab reloaded with a token stays signed in, and so does a device. */
export const walletPhaseAtom = atom<WalletPhase>(read(signedInAtom) ? 'logged_in' : 'disconnected');

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

/** Replaces the session of another account as signing out does: nothing of it stays for this one. */
export function startSession(token: string, wallet: Partial<WalletState>): void {
  const { address } = read(walletAtom);
  if (read(signedInAtom) && address && wallet.address !== address) endSession();
  write(tokenAtom, token);
  patchWallet({ ...wallet, isConnected: true });
  write(walletPhaseAtom, 'logged_in');
}

/**
 * Forgets the account, and that the device stays signed in with it, but keeps what does not belong to any account
 * (contact links).
 */
export function endSession(phase: WalletPhase = 'disconnected'): void {
  if (ownDevice()) keepDevice(null);
  write(tokenAtom, null);
  write(walletAtom, { ...EMPTY_WALLET, linkList: read(walletAtom).linkList });
  write(walletPhaseAtom, phase);
  for (const run of endings) run();
}
