// What the demo wallet asks its person before it does something, as data; demo-dialog.tsx draws it.
import type { SendRequest, Transfer } from './demo-transaction.ts';

export interface Token {
  coin: string;
  decimals: number;
}

export interface SignPrompt {
  kind: 'sign';
  address: string;
  /** Readable text, or the hex when the bytes are none. */
  text: string;
  readable: boolean;
}

export interface SendPrompt {
  kind: 'send';
  address: string;
  send: SendRequest;
  /** Set when it is an ERC-20 transfer; the token is unknown to us when `token` is missing. */
  transfer?: Transfer | undefined;
  token?: Token | undefined;
  /** Wei, at most. */
  fee: bigint;
  chainId: number;
}

export interface ChainPrompt {
  kind: 'chain';
  chainId: number;
  /** Set when the chain is new to the wallet. */
  rpcUrl?: string;
}

export type DemoPrompt = SignPrompt | SendPrompt | ChainPrompt;
