/**
 * Sends the transactions of one key. Nonces are assigned one after another, so that parallel callers cannot get the
 * same one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256 } from 'ethers/crypto';
import { mutex } from '#server/lib/mutex.ts';
import { NodeUnreachable, type Rpc, RpcError, hex } from '#server/chain/rpc.ts';
import type { Signer } from '#server/chain/signer.ts';

export interface Draft {
  readonly to: string | null;
  readonly data?: string;
  /** wei */
  readonly value?: bigint;
  readonly gasLimit: number;
}

interface Sent {
  readonly hash: string;
  readonly raw: string;
  readonly nonce: number;
}

export interface Sender {
  readonly address: string;
  /** Signs and broadcasts drafts in the given order. @throws RpcError, NodeUnreachable */
  send(drafts: readonly Draft[]): Promise<Sent[]>;
}

/** A sender for a key that nobody else uses. Used only on the devnet, where gas is free. */
export function sender(rpc: Rpc, wallet: Signer, chainId: number): Sender {
  const inTurn = mutex();
  return {
    address: wallet.address,
    send: (drafts) =>
      inTurn(async () => {
        // Read each time, because a restored devnet may have lost transactions that it had accepted.
        const first = Number(await rpc.call<string>('eth_getTransactionCount', [wallet.address, 'pending']));
        const sent: Sent[] = [];
        for (const [index, draft] of drafts.entries()) {
          const nonce = first + index;
          const raw = await wallet.signTransaction({ type: 0, chainId, gasPrice: 0n, nonce, ...draft });
          await rpc.call('eth_sendRawTransaction', [raw]);
          sent.push({ hash: keccak256(raw), raw, nonce });
        }
        return sent;
      }),
  };
}

const POLL_MS = 100;

interface Receipt {
  status: string;
  blockNumber: string;
}

/** A transaction is in the chain but was reverted: its recipient refused it. */
export class Reverted extends Error {}

/**
 * Waits until all of `sent` are in blocks, resending what the node has lost.
 * @returns the number of the last of their blocks
 * @throws Reverted when one of them was reverted; NodeUnreachable after `timeoutMs`.
 */
export async function included(rpc: Rpc, sent: readonly Sent[], timeoutMs: number): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  let block = 0;
  for (const { hash, raw } of sent) {
    for (let round = 1; ; round += 1) {
      const receipt = await quietly(rpc.call<Receipt | null>('eth_getTransactionReceipt', [hash]));
      if (receipt) {
        if (Number(receipt.status) !== 1) throw new Reverted(`transaction ${hash} reverted`);
        block = Math.max(block, Number(receipt.blockNumber));
        break;
      }
      if (performance.now() > deadline)
        throw new NodeUnreachable(`transaction ${hash} was not included in time`);
      await sleep(POLL_MS);
      if (round % 20 === 0) await quietly(rpc.call('eth_sendRawTransaction', [raw]));
    }
  }
  return block;
}

/** Keep waiting if the node briefly does not answer, or already knows the transaction. */
async function quietly<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RpcError || error instanceof NodeUnreachable) return null;
    throw error;
  }
}

/** Sets an account's balance, in wei. Devnet only. @throws RpcError, NodeUnreachable */
export async function endow(rpc: Rpc, address: string, wei: bigint): Promise<void> {
  await rpc.call('anvil_setBalance', [address, hex(wei)]);
}
