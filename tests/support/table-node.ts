// A node that answers from a table, for tests of what the payout worker concludes from its answers.
import type { Desk } from '#server/chain/payouts/payouts.chain.ts';
import type { Call, Rpc } from '#server/chain/rpc.ts';
import { signerOf } from '#server/chain/signer.ts';
import type { Db } from '#server/db/client.ts';

/** What the node answers, by method, to the parameters of a call. */
export type Answers = Record<string, (...params: never[]) => unknown>;

/** A node that knows only these methods. */
export function tableNode(answers: Answers): Rpc {
  const call = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const answer = answers[method];
    if (!answer) throw new Error(`${method} is not expected`);
    return (await answer(...(params as never[]))) as T;
  };
  return {
    url: 'none',
    call,
    batch: <T>(calls: readonly Call[]) =>
      Promise.all(calls.map(([method, params]) => call<T>(method, params))),
  };
}

/** 32 bytes: a hash, or a number as a contract returns it. */
export const word = (value: number | bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

const addressOf = (digit: string): string => `0x${digit.repeat(40)}`;

export const [TOKEN, SMALL, RECIPIENT] = [addressOf('1'), addressOf('2'), addressOf('3')] as const;

/** The key that pays. */
export const WALLET = signerOf(word(1));

/** What these steps of a payout need, with three confirmations. */
export const deskOf = (answers: Answers, db?: Db): Desk =>
  ({
    rpc: tableNode(answers),
    db,
    wallet: WALLET,
    coins: [
      { symbol: 'USDT', decimals: 18, contract: TOKEN },
      { symbol: 'BTC', decimals: 8, contract: SMALL },
      { symbol: 'NEW', decimals: 18, contract: null },
    ],
    confirmations: 3,
  }) as unknown as Desk;
