/** The watcher's next step, as pure decisions over block numbers. */

/** Blocks per getLogs call. */
export const CHUNK = 500;
/** A shorter empty range is not worth a write; it is reread after a restart. A devnet saves once a minute anyway. */
export const STRIDE = 60;
/**
 * Minimum number of blocks that a reader goes back when its last block has left the chain. Effects are idempotent, so
 * reading twice is safe.
 */
export const REWIND = 128;

/**
 * How many blocks after its first reading a block is read a second time: a few minutes on BNB Smart Chain, enough for a
 * lagging node to catch up. The devnet keeps a thousand blocks.
 */
export const REREAD = 256;

/**
 * The newest block that may have effects: the later of N confirmations and finality (architecture, "Chain"). A block is
 * its own first confirmation; -1 when there is none yet.
 */
export const readyBlock = (head: number, finalized: number, confirmations: number): number =>
  Math.min(finalized, head - confirmations + 1);

/** A range of block numbers. */
export interface Range {
  /** Both ends included. */
  readonly from: number;
  readonly to: number;
}

/** The next range to read after `cursor`, or null when there is nothing new. */
export function nextRange(cursor: number, ready: number): Range | null {
  return ready > cursor ? { from: cursor + 1, to: Math.min(ready, cursor + CHUNK) } : null;
}

/** Whether a range without effects is long enough to move the cursor. */
export const worthAWrite = (cursor: number, read: number): boolean => read - cursor >= STRIDE;

/**
 * What it means when the node has no block at the cursor. A node that is restarting or syncing, or one of several
 * behind one address, may be slightly behind, so the watcher waits. A block missing far below the ready block is gone.
 */
export const isBehind = (cursor: number, head: number, ready: number): boolean =>
  head < cursor || ready - cursor < REWIND;
