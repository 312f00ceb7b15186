// What the demo wallet asks its user before it acts. Prompts wait here, as data, until demo-dialog.tsx gets the answer.
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
  /** Readable text, or the hex if the bytes are not text. */
  text: string;
  readable: boolean;
}

export interface SendPrompt {
  kind: 'send';
  address: string;
  send: SendRequest;
  /** Set for an ERC-20 transfer; if `token` is missing, the token is unknown to us. */
  transfer?: Transfer;
  token?: Token;
  /** Maximum, in wei. */
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

/** Resolves with the user's answer. The provider asks one thing at a time. */
export const askPerson = (prompt: DemoPrompt): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (agreed: boolean) => {
      if (read(promptAtom)?.answer === answer) write(promptAtom, null);
      resolve(agreed);
    };
    write(promptAtom, { prompt, answer });
  });
