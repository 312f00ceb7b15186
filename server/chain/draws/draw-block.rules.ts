/**
 * Which block decides a draw, as pure decisions over blocks already read (architecture, "Draw rule"). Times are epoch
 * seconds.
 */
import { sameAddress } from '#rules/addresses.ts';
import { HOUR_MS } from '#rules/days.ts';
import { DRAW_VOID_HOURS } from '#rules/figures.ts';
import type { Block } from '#server/chain/rpc.ts';

/** The last transaction of a block, as returned by the node. */
export interface LastTransaction {
  readonly hash: string;
  readonly blockHash: string;
  readonly from: string;
}

/** Whether a transaction is the last one of exactly this block. If not, the node's view changed in between. */
export const isLastOf = (block: Block, tx: LastTransaction): boolean =>
  tx.blockHash === block.hash && tx.hash === block.transactions.at(-1);

/** Whether a block satisfies the rule: its last transaction was sent by its own miner. Addresses may be in any case. */
export const isMinersOwn = (block: Block, tx: LastTransaction): boolean =>
  isLastOf(block, tx) && sameAddress(tx.from, block.miner);

/** Whether blocks are consecutive, each with the previous one's hash as its parent. */
export const areLinked = (blocks: readonly Block[]): boolean =>
  blocks.every((block, index) => {
    const parent = blocks[index - 1];
    return !parent || (block.number === parent.number + 1 && block.parentHash === parent.hash);
  });

/** Bounds of the first block at or after a time: block `before` is earlier than the time, block `at` is not. */
export interface Bounds {
  readonly before: number;
  readonly at: number;
}

/** Block numbers to try, backwards from the newest: 1, 2, 4, … blocks before `at`, because most draws are recent. */
export function gallop({ before, at }: Bounds): number[] {
  const numbers: number[] = [];
  for (let step = 1; at - step > before; step *= 2) numbers.push(at - step);
  return numbers;
}

/** At most `count` numbers between the bounds, evenly spaced; all of them if there are no more. Ascending. */
export function probes({ before, at }: Bounds, count: number): number[] {
  const between = at - before - 1;
  const size = Math.min(count, between);
  const numbers = Array.from(
    { length: size },
    (_, index) => before + Math.floor(((index + 1) * (between + 1)) / (size + 1)),
  );
  return [...new Set(numbers)].filter((number) => number > before);
}

/**
 * The bounds after reading blocks: `seen` are blocks by number, null if the node does not have one. A devnet drops old blocks, a real
 * node does not. A missing block counts as before the time, and the block after it cannot be proved to be the first.
 */
export function narrow(
  bounds: Bounds,
  seen: readonly (readonly [number: number, block: Pick<Block, 'timestamp'> | null])[],
  time: number,
): Bounds {
  let { before, at } = bounds;
  for (const [number, block] of seen) if (block && block.timestamp >= time) at = Math.min(at, number);
  for (const [number, block] of seen)
    if (number < at && (!block || block.timestamp < time)) before = Math.max(before, number);
  return { before, at };
}

/** An undecided draw becomes void this long after its time, and only after this many tries, ten seconds apart. */
const VOID_AFTER_MS = DRAW_VOID_HOURS * HOUR_MS;
export const VOID_TRIES = 5;
export const TRY_EVERY_MS = 10_000;

/**
 * Whether an undecided draw becomes void: some hours after its time, unless it has had few tries, because a server that
 * was stopped for days has to read the chain first.
 */
export const isGivenUp = (drawsAt: Date, tries: number, now: Date): boolean =>
  now.getTime() >= drawsAt.getTime() + VOID_AFTER_MS && tries >= VOID_TRIES;
