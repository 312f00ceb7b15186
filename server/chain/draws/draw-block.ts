/**
 * Finds the block that decides a draw: the first final block at or after the draw's time whose last transaction was
 * sent by the block's own miner. Every block, starting with the one before the first, is linked to the next by its
 * parent hash, so the result is valid as long as the block found stays in the chain.
 */
import {
  type Bounds,
  type LastTransaction,
  areLinked,
  gallop,
  isLastOf,
  isMinersOwn,
  narrow,
  probes,
} from './draw-block.rules.ts';
import { FIRST_BLOCK } from '#server/chain/rewind.ts';
import { type Block, NodeUnreachable, type Rpc, hex, readBlock, readBlocks } from '#server/chain/rpc.ts';

/** The block and transaction that decide a draw. */
export interface DecidedBlock {
  /** Number of the first block at or after the draw's time. */
  readonly from: number;
  readonly number: number;
  readonly hash: string;
  readonly txHash: string;
}

/** The result of one search: the block, or a description of what the search is waiting for. */
export type Looked = { readonly block: DecidedBlock } | { readonly waits: string };

interface BlockFinder {
  /**
   * Searches for the block of draws at `at`. Reads about 20 blocks while the chain keeps growing, and continues where
   * the last search ended.
   * @throws NodeUnreachable, also if the chain changed while it was read; RpcError
   */
  find(at: Date): Promise<Looked>;
}

/** Blocks that a search requests at once. */
const PROBES = 32;
/**
 * Complete blocks per read, and reads per search. On BSC the first block nearly always decides; on the devnet, one in
 * five does.
 */
const STRETCH = 16;
const STRETCHES = 32;
/** Maximum number of stored searches; those of draws ended by other processes are left behind. */
const REMEMBERED = 100;

/** The progress of the search for one time. */
interface Progress {
  /** Number of the first block at or after the time. */
  readonly from: number;
  /** The last block read; initially the one before the first, or null if there is none. */
  readonly last: Block | null;
}

const seconds = (at: Date): number => Math.ceil(at.getTime() / 1000);

/** A finder that stores its progress in memory. */
export function blockFinder(rpc: Rpc): BlockFinder {
  const progress = new Map<number, Progress>();

  /** The first block at or after `time`, with the one before it; `newest` is not earlier than `time`. */
  async function firstAt(time: number, newest: Block): Promise<Progress | string> {
    let bounds: Bounds = { before: FIRST_BLOCK - 1, at: newest.number };
    for (let numbers = gallop(bounds); numbers.length > 0; numbers = probes(bounds, PROBES)) {
      const blocks = await readBlocks(rpc, numbers);
      bounds = narrow(
        bounds,
        numbers.map((number, index) => [number, blocks[index] ?? null]),
        time,
      );
    }
    if (bounds.at === FIRST_BLOCK) return { from: FIRST_BLOCK, last: null };
    const last = await readBlock(rpc, bounds.before);
    if (!last) return `the chain does not hold block ${bounds.before} any more`;
    if (last.timestamp >= time) throw new NodeUnreachable(`block ${bounds.before} changed while it was read`);
    return { from: bounds.at, last };
  }

  /** The last transactions of those blocks that are not empty. */
  async function lastTransactions(blocks: readonly Block[]): Promise<LastTransaction[]> {
    const answers = await rpc.batch<LastTransaction | null>(
      blocks.map(({ hash, transactions }) => [
        'eth_getTransactionByBlockHashAndIndex',
        [hash, hex(transactions.length - 1)],
      ]),
    );
    return answers.map((tx, index) => {
      const block = blocks[index];
      if (!block || !tx || typeof tx.from !== 'string' || !isLastOf(block, tx))
        throw new NodeUnreachable(`block ${block?.number} changed while it was read`);
      return tx;
    });
  }

  /** The next blocks, linked to those read before. */
  async function stretch({ from, last }: Progress, to: number): Promise<Block[]> {
    const next = last ? last.number + 1 : from;
    const numbers = Array.from({ length: Math.min(STRETCH, to - next + 1) }, (_, index) => next + index);
    const blocks = (await readBlocks(rpc, numbers)).map((block, index) => {
      if (!block) throw new NodeUnreachable(`the node has no block ${numbers[index]}`);
      return block;
    });
    if (!areLinked([...(last ? [last] : []), ...blocks]))
      throw new NodeUnreachable(`block ${next} does not follow the one that was read before`);
    return blocks;
  }

  /** Checks that the found block is still in the chain, and still final. */
  async function confirm(block: Block): Promise<void> {
    const [final, again] = await readBlocks(rpc, ['finalized', block.number]);
    if (!final || final.number < block.number || again?.hash !== block.hash)
      throw new NodeUnreachable(`block ${block.number} changed while it was read`);
  }

  async function scan(time: number, begin: Progress, to: number): Promise<Looked> {
    let here = begin;
    for (let round = 0; round < STRETCHES && (here.last?.number ?? here.from - 1) < to; round += 1) {
      const blocks = await stretch(here, to);
      const peopled = blocks.filter(({ transactions }) => transactions.length > 0);
      const txs = await lastTransactions(peopled);
      const index = peopled.findIndex((block, one) => isMinersOwn(block, txs[one] as LastTransaction));
      const [block, tx] = [peopled[index], txs[index]];
      if (block && tx) {
        await confirm(block);
        return { block: { from: here.from, number: block.number, hash: block.hash, txHash: tx.hash } };
      }
      here = { from: here.from, last: blocks.at(-1) ?? here.last };
      if (progress.size >= REMEMBERED) progress.clear();
      progress.set(time, here);
    }
    return { waits: `no final block up to ${here.last?.number} ends with a transaction of its miner` };
  }

  async function look(time: number): Promise<Looked> {
    const newest = await readBlock(rpc, 'finalized');
    if (!newest) throw new NodeUnreachable('the node has no final block');
    if (newest.timestamp < time) return { waits: 'the chain has no final block at its time yet' };
    let begin = progress.get(time);
    if (!begin) {
      const first = await firstAt(time, newest);
      if (typeof first === 'string') return { waits: first };
      begin = first;
    }
    return scan(time, begin, newest.number);
  }

  return {
    async find(at) {
      const time = seconds(at);
      try {
        const looked = await look(time);
        if ('block' in looked) progress.delete(time);
        return looked;
      } catch (error) {
        // The stored progress may have left the chain.
        progress.delete(time);
        throw error;
      }
    },
  };
}
