/** Where to read again from when a block that was final has left the chain: the cursor goes back below all that is gone. */
import { type Block, NodeUnreachable, type Rpc, readBlock } from './rpc.ts';
import type { Place } from './cursor.ts';
import { REWIND } from './watcher.rules.ts';

/** Nothing is anchored to block 0: a devnet makes it anew at each start, with another time and hash. */
export const FIRST_BLOCK = 1;

/** The newest block at or below `number` of which effects are known, as it was when they were applied. */
export type Anchor = (number: number) => Promise<Place | undefined>;

/** The block of this number. @throws NodeUnreachable when the node has none */
export async function blockAt(rpc: Rpc, number: number): Promise<Block> {
  const block = await readBlock(rpc, number);
  if (!block) throw new NodeUnreachable(`the node has no block ${number}`);
  return block;
}

/**
 * A block of today's chain, at least REWIND below `from`, with no effect of a block below it that is gone: a deeper effect that
 * left the chain moves it further, in doubling steps. Never below `floor`.
 * @throws NodeUnreachable, RpcError
 */
export async function firmBlock(
  rpc: Rpc,
  { from, floor, ready, anchor }: { from: number; floor: number; ready: number; anchor: Anchor },
): Promise<Block> {
  let start = Math.max(floor, from - REWIND);
  let standing: Block | null = null;
  for (let step = REWIND; start > floor; step *= 2) {
    const effect = await anchor(start);
    if (!effect) break;
    standing = await readBlock(rpc, effect.number);
    if (standing?.hash === effect.hash) break;
    standing = null;
    start = Math.max(floor, effect.number - step);
  }
  // The devnet drops old blocks that hold nothing; its newest thousand, and those with somebody's transaction, are always there.
  return (await readBlock(rpc, start)) ?? standing ?? blockAt(rpc, Math.max(ready, FIRST_BLOCK));
}
