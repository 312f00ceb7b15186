// What the demo wallet stores in this browser: two random keys for devnet money, which one is in use, and whether the
// page is connected.
import { local } from '#lib/storage.ts';

export interface DemoAccount {
  address: string;
  /** Private key, 0x-prefixed hex. Devnet money only: a real wallet would never store one here. */
  key: string;
  /** The faucet has funded it. */
  funded: boolean;
}

export interface DemoChain {
  chainId: number;
  rpcUrl: string;
}

export interface DemoState {
  accounts: DemoAccount[];
  selected: number;
  connected: boolean;
  /** Null: the app's chain. */
  chain: DemoChain | null;
  /** Chains added by pages. */
  chains: DemoChain[];
}

export const DEMO_KEY = 'demoWallet';
export const FRESH: DemoState = { accounts: [], selected: 0, connected: false, chain: null, chains: [] };

/** Text that is not valid state (from an older version, or edited by hand) yields a fresh wallet. */
export function readDemoState(text: string | null): DemoState {
  try {
    const state = JSON.parse(text ?? '') as Partial<DemoState>;
    return Array.isArray(state.accounts) ? { ...FRESH, ...state } : FRESH;
  } catch {
    return FRESH;
  }
}

export const demoStore = {
  read: (): DemoState => readDemoState(local.getItem(DEMO_KEY)),
  write: (state: DemoState): void => local.setItem(DEMO_KEY, JSON.stringify(state)),
};

export const selectedAddress = (state: DemoState): string | undefined =>
  state.connected ? state.accounts[state.selected]?.address : undefined;
