/**
 * Where to resume reading when a final block has left the chain: the cursor goes back below everything that is gone.
 */
import { type Block, NodeUnreachable, type Rpc, readBlock } from './rpc.ts';
import type { Place } from './cursor.ts';
import { REWIND } from './watcher.rules.ts';

/** Nothing is anchored to block 0: a devnet recreates it at each start, with another time and hash. */
export const FIRST_BLOCK = 1;

/** The newest block at or below `number` with known effects, as it was when they were applied. */
export type Anchor = (number: number) => Promise<Place | undefined>;

/** The block with this number. @throws NodeUnreachable when the node does not have it */
export async function blockAt(rpc: Rpc, number: number): Promise<Block> {
  const block = await readBlock(rpc, number);
  if (!block) throw new NodeUnreachable(`the node has no block ${number}`);
  return block;
}

/**
 * A block of the current chain, at least REWIND below `from`, such that no effect below it is gone: a deeper effect
 * that left the chain moves it further back, in doubling steps. Never below `floor`.
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
  // The devnet drops old empty blocks; the newest thousand, and those with a user's transaction, are always available.
  return (await readBlock(rpc, start)) ?? standing ?? blockAt(rpc, Math.max(ready, FIRST_BLOCK));
}
