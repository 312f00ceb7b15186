// The transactions of the simulated chain that may still be mined: those waiting, and those in blocks that a re-org
// may replace.
import { Transaction } from 'ethers';
import { RpcError } from '#server/chain/rpc.ts';
import type { Message } from './state.ts';

/** A transaction. Addresses in lower case. */
export interface Tx extends Message {
  readonly hash: string;
  readonly nonce: number;
  /** wei */
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  /** As it was signed; OWNER's and the validators' have no signature. */
  readonly signed?: Transaction;
}

/** A node's refusal of a transaction, in anvil's words. */
export const refusal = (message: string, code = -32_003): RpcError =>
  new RpcError('eth_sendRawTransaction', { code, message });

/** @throws RpcError */
export function decode(raw: string): Tx {
  let signed: Transaction;
  try {
    signed = Transaction.from(raw);
  } catch {
    throw refusal('Failed to decode transaction', -32_602);
  }
  const { hash, from, to, nonce, gasLimit, value, data } = signed;
  if (hash === null || from === null) throw refusal('Failed to decode transaction', -32_602);
  // Blocks have no base fee, so that a transaction with a tip pays the tip.
  const gasPrice = signed.maxPriorityFeePerGas ?? signed.gasPrice ?? 0n;
  const [sender, receiver] = [from.toLowerCase(), to && to.toLowerCase()];
  return { hash, from: sender, to: receiver, nonce, gasPrice, gasLimit, value, data, signed };
}

type NonceOf = (sender: string) => number;

interface Mempool {
  put(tx: Tx): void;
  senders(): string[];
  /** All transactions of a sender with this nonce, the newest last. */
  versions(sender: string, nonce: number): readonly Tx[];
  /** The newest for each nonce from these upwards, by sender and nonce. */
  from(nonceOf: NonceOf): Tx[];
  drop(hash: string): void;
  /** Drops nonces lower than these. */
  forget(nonceOf: NonceOf): void;
}

export function mempool(): Mempool {
  const pool = new Map<string, Map<number, Tx[]>>();
  return {
    put(tx) {
      const own = pool.get(tx.from) ?? new Map<number, Tx[]>();
      own.set(tx.nonce, [...(own.get(tx.nonce) ?? []), tx]);
      pool.set(tx.from, own);
    },
    senders: () => [...pool.keys()],
    versions: (sender, nonce) => pool.get(sender)?.get(nonce) ?? [],
    from: (nonceOf) =>
      [...pool].flatMap(([sender, own]) =>
        [...own.keys()]
          .filter((nonce) => nonce >= nonceOf(sender))
          .toSorted((one, other) => one - other)
          .flatMap((nonce) => own.get(nonce)?.at(-1) ?? []),
      ),
    drop(hash) {
      for (const own of pool.values())
        for (const [nonce, versions] of own) {
          const left = versions.filter((tx) => tx.hash !== hash);
          if (left.length > 0) own.set(nonce, left);
          else own.delete(nonce);
        }
    },
    forget(nonceOf) {
      for (const [sender, own] of pool) {
        for (const nonce of own.keys()) if (nonce < nonceOf(sender)) own.delete(nonce);
        if (own.size === 0) pool.delete(sender);
      }
    },
  };
}
