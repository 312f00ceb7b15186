// What the demo wallet keeps in this browser: two random keys for devnet money, which one is in use, whether we are let in.
import { local } from '#lib/storage.ts';

export interface DemoAccount {
  address: string;
  /** Private key, 0x-hex. Devnet money only: a real wallet would never keep one here. */
  key: string;
  /** The faucet was asked for it. */
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
  /** Null: the chain of the app. */
  chain: DemoChain | null;
  /** Chains that pages have added. */
  chains: DemoChain[];
}

export const DEMO_KEY = 'demoWallet';
export const FRESH: DemoState = { accounts: [], selected: 0, connected: false, chain: null, chains: [] };

/** Text that is no state of ours (an older version, somebody's edit) is a fresh wallet. */
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
