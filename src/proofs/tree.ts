/**
 * A Merkle-sum tree: every node carries the hash of everything below it and the sums of all balances below it, so
 * that one root commits to each balance and to the totals. Leaves and nodes are hashed with different prefixes (0x00,
 * 0x01; RFC 6962, section 2.1), so that neither can be mistaken for the other; an odd node moves up unchanged.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { type Sums, addSums, sumsText } from './sums.ts';

export interface Node {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly sums: Sums;
}

/** One account in a tree. The nonce, known only to the account, keeps others from guessing whose leaf it is. */
export interface Leaf {
  /** 32 random bytes, different in each tree. */
  readonly nonce: Uint8Array;
  /** 20 bytes. */
  readonly address: Uint8Array;
  readonly balances: Sums;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const encoder = new TextEncoder();
const textOf = (sums: Sums): Uint8Array => encoder.encode(sumsText(sums));

/**
 * SHA-256(0x00 ‖ nonce (32 bytes) ‖ address (20 bytes) ‖ text of the balances), with the balances as the sums.
 * @throws RangeError when nonce or address has another length
 */
export function leafOf({ nonce, address, balances }: Leaf): Node {
  if (nonce.length !== 32 || address.length !== 20) throw new RangeError('not a leaf');
  return {
    hash: sha256(concatBytes(LEAF, nonce, address, textOf(balances))),
    sums: balances,
  };
}

/**
 * SHA-256(0x01 ‖ left hash (32 bytes) ‖ text of the left sums ‖ right hash ‖ text of the right sums); the sums are
 * added.
 */
export function nodeOf(left: Node, right: Node): Node {
  return {
    hash: sha256(concatBytes(NODE, left.hash, textOf(left.sums), right.hash, textOf(right.sums))),
    sums: addSums(left.sums, right.sums),
  };
}

/** The root of a tree without leaves: SHA-256 of nothing (RFC 6962, section 2.1). */
export const emptyTree = (): Node => ({ hash: sha256(new Uint8Array(0)), sums: [] });

/** A node's place: the level counts up from the leaves (0), the index from the left. */
export interface Placed {
  readonly level: number;
  readonly index: number;
  readonly node: Node;
}

/**
 * Builds a tree from nodes of one level that arrive from left to right, holding one node per level in memory. `keep` is
 * called once for every node, including one that moves up unchanged, at each of its levels.
 * @param level of the pushed nodes: above 0 for the roots of equal parts
 */
export function treeBuilder(
  keep: (placed: Placed) => void = () => undefined,
  level = 0,
): { push(node: Node): void; end(): Node } {
  const waiting: Placed[] = [];
  let count = 0;

  const place = (placed: Placed): Placed => {
    keep(placed);
    return placed;
  };
  const join = (left: Placed, right: Placed): Placed =>
    place({ level: left.level + 1, index: left.index >> 1, node: nodeOf(left.node, right.node) });

  return {
    push(node) {
      let placed = place({ level, index: count, node });
      count += 1;
      while (placed.index % 2 === 1) placed = join(waiting.pop() as Placed, placed);
      waiting.push(placed);
    },
    /** Returns the root. */
    end() {
      let last = waiting.pop();
      if (last === undefined) return emptyTree();
      for (let left = waiting.pop(); left !== undefined; left = waiting.pop()) {
        while (last.level < left.level)
          last = place({ level: last.level + 1, index: last.index >> 1, node: last.node });
        last = join(left, last);
      }
      return last.node;
    },
  };
}

export interface Beside extends Node {
  /** Its side, seen from the node being proven. */
  readonly side: 'left' | 'right';
}

/** The siblings of the node at `index` on the way up, through nodes of one level, and the root of those nodes. */
export function pathOf(nodes: readonly Node[], index: number): { path: Beside[]; root: Node } {
  const path: Beside[] = [];
  let row = nodes;
  for (let at = index; row.length > 1; at >>= 1) {
    const beside = row[at ^ 1];
    if (beside !== undefined) path.push({ ...beside, side: at % 2 === 1 ? 'left' : 'right' });
    const pairs = row;
    row = Array.from({ length: Math.ceil(pairs.length / 2) }, (_, n) => {
      const [left, right] = [pairs[2 * n] as Node, pairs[2 * n + 1]];
      return right === undefined ? left : nodeOf(left, right);
    });
  }
  return { path, root: row[0] ?? emptyTree() };
}
