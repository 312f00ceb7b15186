// An in-memory chain that answers what draws ask of a node: blocks by number, "latest" and "finalized", and a block's
// transaction. Calls of contracts revert, unless the test has put a contract there.
import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256, toUtf8Bytes } from 'ethers';
import { type Call, NodeUnreachable, type Rpc, RpcError } from '#server/chain/rpc.ts';
import { CHAIN_ID } from '#tests/support/devnet.ts';

/** The default miner of blocks, and another address. */
export const MINER = `0x${'a1'.repeat(20)}`;
export const STRANGER = `0x${'b2'.repeat(20)}`;

export interface Tx {
  readonly hash: string;
  readonly from: string;
}

interface Made {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: number;
  readonly miner: string;
  readonly txs: readonly Tx[];
}

/** A block's transactions in order, each in full or only as its sender's address. */
export type Senders = readonly (string | Tx)[];

export interface MemoryChain {
  readonly rpc: Rpc;
  /** Indexed by number. Blocks 0 and 1 exist from the start, with timestamp 1. */
  readonly blocks: readonly Made[];
  /** Number of requests so far; a batch counts as one. */
  readonly requests: () => number;
  /** Adds a block; `timestamp` in seconds since the epoch. */
  mine(timestamp: number, senders?: Senders): Made;
  /**
   * Replaces the newest `depth` blocks with others, `later` seconds later and with new transactions. Transactions of the replaced blocks
   * can still be read by block hash, as on real nodes.
   */
  reorg(depth: number, senders?: readonly Senders[], later?: number): void;
  /** Makes the node answer null for this block. */
  forget(number: number): void;
  /** While true, every request fails as unreachable. */
  down: boolean;
  /** While true, no request is answered. */
  silent: boolean;
  /** What contracts answer to call data, by address in lower case. */
  readonly contracts: Map<string, (data: string) => string>;
  chainId: number;
  /** Miner of the next blocks. */
  miner: string;
  /** Called before each request. */
  before: () => void;
}

const hashOf = (text: string): string => keccak256(toUtf8Bytes(text));
const hexOf = (value: number): string => `0x${value.toString(16)}`;

/** A block is final once `finality` more blocks follow it. */
export function memoryChain(finality = 2): MemoryChain {
  const blocks: Made[] = [];
  const orphans: Made[] = [];
  const gone = new Set<number>();
  let requests = 0;
  let salt = 0;

  const add = (timestamp: number, senders: Senders): Made => {
    const number = blocks.length;
    const parentHash = blocks.at(-1)?.hash ?? `0x${'0'.repeat(64)}`;
    salt += 1;
    const hash = hashOf(`block ${number} ${parentHash} ${salt}`);
    const txs = senders.map((one, index) =>
      typeof one === 'string' ? { from: one, hash: hashOf(`tx ${hash} ${index}`) } : one,
    );
    blocks.push({ number, hash, parentHash, timestamp, miner: chain.miner, txs });
    return blocks.at(-1) as Made;
  };
  function numberOf(tag: unknown): number {
    if (tag === 'latest') return blocks.length - 1;
    if (tag === 'finalized') return Math.max(0, blocks.length - 1 - finality);
    return Number(tag);
  }

  function answer([method, params]: Call): unknown {
    if (method === 'eth_chainId') return hexOf(chain.chainId);
    if (method === 'eth_getBlockByNumber') {
      const block = blocks[numberOf(params[0])];
      if (!block || gone.has(block.number)) return null;
      const { number, timestamp, txs, ...rest } = block;
      const transactions = params[1] ? txs : txs.map(({ hash }) => hash);
      return { ...rest, number: hexOf(number), timestamp: hexOf(timestamp), transactions };
    }
    if (method === 'eth_getTransactionByBlockHashAndIndex') {
      const block = [...blocks, ...orphans].find(({ hash }) => hash === params[0]);
      const tx = block?.txs[Number(params[1])];
      return tx && block
        ? { ...tx, from: tx.from.toUpperCase().replace('X', 'x'), blockHash: block.hash }
        : null;
    }
    const { to = '', data = '' } = (params[0] ?? {}) as { to?: string; data?: string };
    const contract = method === 'eth_call' ? chain.contracts.get(to.toLowerCase()) : undefined;
    if (contract) return contract(data);
    // It has no receipts; deposits are credited directly.
    if (method === 'eth_getTransactionReceipt') return null;
    if (method === 'eth_call') throw new RpcError(method, { code: 3, message: 'execution reverted' });
    throw new RpcError(method, { code: -32_601, message: 'not found' });
  }

  async function ask<T>(calls: readonly Call[]): Promise<T[]> {
    requests += 1;
    chain.before();
    while (chain.silent) await sleep(20);
    if (chain.down) throw new NodeUnreachable('no answer');
    return calls.map(answer) as T[];
  }

  const chain: MemoryChain = {
    rpc: {
      url: 'memory',
      call: async <T>(method: string, params: readonly unknown[] = []) =>
        (await ask<T>([[method, params]]))[0] as T,
      batch: (calls) => ask(calls),
    },
    blocks,
    requests: () => requests,
    mine: (timestamp, senders = []) => add(timestamp, senders),
    reorg(depth, senders = [], later = 0) {
      const old = blocks.splice(-depth);
      orphans.push(...old);
      for (const [index, { timestamp }] of old.entries()) add(timestamp + later, senders[index] ?? []);
    },
    forget: (number) => void gone.add(number),
    down: false,
    silent: false,
    contracts: new Map(),
    chainId: CHAIN_ID,
    miner: MINER,
    before: () => undefined,
  };
  add(1, []);
  add(1, []);
  return chain;
}
