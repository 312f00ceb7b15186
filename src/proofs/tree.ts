/**
 * A Merkle-sum tree: every node carries the hash of what is below it and the sums of all balances below it, so that one root
 * stands for who has how much and for how much that is together. Leaves and nodes are hashed apart (0x00, 0x01; RFC 6962,
 * section 2.1), so that none can be taken for the other; an odd node moves up as it is.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { type Sums, addSums, sumsText } from './sums.ts';

export interface Node {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly sums: Sums;
}

/** One account in a tree. The nonce, which only the account is told, keeps others from guessing whose a leaf is. */
export interface Leaf {
  /** 32 random bytes, others in each tree. */
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
 * SHA-256(0x00 ‖ nonce (32 bytes) ‖ address (20 bytes) ‖ text of the balances), and the balances as the sums.
 * @throws RangeError when nonce or address has another length
 */
export function leafOf({ nonce, address, balances }: Leaf): Node {
  if (nonce.length !== 32 || address.length !== 20) throw new RangeError('not a leaf');
  return {
    hash: sha256(concatBytes(LEAF, nonce, address, textOf(balances))),
    sums: balances,
  };
}

/** SHA-256(0x01 ‖ hash of the left (32 bytes) ‖ text of its sums ‖ hash of the right ‖ text of its sums); the sums are both's. */
export function nodeOf(left: Node, right: Node): Node {
  return {
    hash: sha256(concatBytes(NODE, left.hash, textOf(left.sums), right.hash, textOf(right.sums))),
    sums: addSums(left.sums, right.sums),
  };
}

/** What stands for a tree without leaves: SHA-256 of nothing (RFC 6962, section 2.1). */
export const emptyTree = (): Node => ({ hash: sha256(new Uint8Array(0)), sums: [] });

/** Where a node stands: the level counts from the leaves (0) up, the index from the left. */
export interface Placed {
  readonly level: number;
  readonly index: number;
  readonly node: Node;
}

/**
 * Builds a tree out of nodes of one level that come from left to right, and holds one node a level in memory. Every node, those
 * that move up as they are at each level of their way included, is told to `keep` once.
 * @param level of the nodes that are pushed: above 0 for the roots of equal parts
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
    /** The root. */
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
  /** Where it stands beside the node that is proven. */
  readonly side: 'left' | 'right';
}

/** The neighbours of the node at `index` on the way up, through nodes of one level, and the root of those nodes. */
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
