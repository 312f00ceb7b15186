// What the demo wallet asks its person before it does something. It waits here, as data, until demo-dialog.tsx got the answer.
import { atom } from 'jotai';
import { read, write } from '#lib/store.ts';
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

export interface Asked {
  prompt: DemoPrompt;
  answer: (agreed: boolean) => void;
}

export const promptAtom = atom<Asked | null>(null);

/** Resolves with the person's answer. The provider asks one thing at a time. */
export const askPerson = (prompt: DemoPrompt): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (agreed: boolean) => {
      if (read(promptAtom)?.answer === answer) write(promptAtom, null);
      resolve(agreed);
    };
    write(promptAtom, { prompt, answer });
  });
