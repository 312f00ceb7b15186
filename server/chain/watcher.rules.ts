/** What the watcher does next, as pure decisions over block numbers. */

/** Blocks a getLogs call may span. */
export const CHUNK = 500;
/** An empty stretch shorter than this is not worth a write; it is read again after a restart. A devnet saves once a minute anyway. */
export const STRIDE = 60;
/** How far a reader goes back, at the least, when its last block has left the chain. Effects are idempotent, so reading twice is safe. */
export const REWIND = 128;

/**
 * The newest block that may have effects: the later of N confirmations and finality (architecture, "Chain").
 * A block counts as its own first confirmation; -1 when there is none yet.
 */
export const readyBlock = (head: number, finalized: number, confirmations: number): number =>
  Math.min(finalized, head - confirmations + 1);

/** A stretch of block numbers. */
export interface Range {
  /** Both ends belong to it. */
  readonly from: number;
  readonly to: number;
}

/** The next stretch to read after `cursor`, or null when there is nothing new. */
export function nextRange(cursor: number, ready: number): Range | null {
  return ready > cursor ? { from: cursor + 1, to: Math.min(ready, cursor + CHUNK) } : null;
}

/** Whether a stretch without effects moves the cursor all the same. */
export const worthAWrite = (cursor: number, read: number): boolean => read - cursor >= STRIDE;

/**
 * What it means that the node has no block where the cursor stands. A node that is restarted or syncs, or one of several
 * behind one address, may be a little behind: that is waited for. A block that is missing far below what is ready is gone.
 */
export const isBehind = (cursor: number, head: number, ready: number): boolean =>
  head < cursor || ready - cursor < REWIND;
