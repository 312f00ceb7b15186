/** How the leaves of trees are ordered and stored, and the figures as the contract shows them. */
import { createHash, createHmac } from 'node:crypto';
import { fromUnits } from '#rules/amounts.ts';
import type { Output } from '#contract';
import { type Proof, bytesOf, hexOf } from '#proofs/proof.ts';
import { type Sums, sumsOf } from '#proofs/sums.ts';
import { type Beside, type Leaf, leafOf } from '#proofs/tree.ts';
import { type CoinTotals, owedOf } from '#server/ledger/totals.ts';

/**
 * The number of leaves stored per row: their nodes are recomputed for a proof (a few milliseconds); those above are
 * read. A chunk's root is at level 8.
 */
export const CHUNK = 256;
export const CHUNK_LEVEL = 8;

/** How many trees have their leaves stored; of older ones, only the root remains. */
export const TREES_TO_KEEP = 3;

/** The position of an account in the order of leaves. It reveals nothing without the tree's secret. */
export const keyOf = (secret: Uint8Array, address: string): Buffer =>
  createHash('sha256').update(secret).update(address.toLowerCase(), 'utf8').digest();

/** The account's nonce in a tree: 32 bytes that nobody can compute or guess without the tree's secret. */
const nonceOf = (secret: Uint8Array, address: string): Buffer =>
  createHmac('sha256', secret).update(`nonce ${address}`, 'utf8').digest();

/** One line of a chunk. */
export function readLine(secret: Uint8Array, line: string): Leaf {
  const [address = '', sums = ''] = line.split(' ');
  return { nonce: nonceOf(secret, address), address: bytesOf(address), balances: sumsOf(sums) };
}

/** Sibling nodes to read for the proof of a chunk: their levels and indexes, from the chunk's own level up. */
export function neighboursOf(chunk: number, chunks: number): { level: number; index: number }[] {
  const places: { level: number; index: number }[] = [];
  let [level, index, count] = [CHUNK_LEVEL, chunk, chunks];
  while (count > 1) {
    if ((index ^ 1) < count) places.push({ level, index: index ^ 1 });
    [level, index, count] = [level + 1, index >> 1, Math.ceil(count / 2)];
  }
  return places;
}

/** Coins with decimal strings. */
const amountsOf = (sums: Sums): Record<string, string> =>
  Object.fromEntries(sums.map(({ coin, units }) => [coin, fromUnits(units)]));

export function proofView(leaf: Leaf, path: readonly Beside[]): Proof {
  return {
    leaf: {
      hash: hexOf(leafOf(leaf).hash),
      nonce: hexOf(leaf.nonce),
      address: hexOf(leaf.address),
      balances: amountsOf(leaf.balances),
    },
    path: path.map(({ hash, side, sums }) => ({ hash: hexOf(hash), side, sums: amountsOf(sums) })),
  };
}

/** A published tree. */
export interface Tree {
  id: bigint;
  asOf: Date;
  leaves: number;
  root: string;
  sums: string;
  /** The head of the journal; null before its first block. */
  journalTo: bigint | null;
  journalHash: Uint8Array | null;
}

export const treeView = ({ root, asOf, leaves, sums, journalTo, journalHash }: Tree) => ({
  root,
  asOf: asOf.toISOString(),
  leaves,
  sums: amountsOf(sumsOf(sums)),
  journal:
    journalTo === null || journalHash === null
      ? null
      : { entry: String(journalTo), hash: hexOf(new Uint8Array(journalHash)) },
});

type Asset = Output<'GET /api/transparency'>['assets'][number];

const NONE: CoinTotals = { users: 0n, system: new Map() };

/** One coin's books; `custody` is what the chain holds, or null if that is unknown. */
export function assetView(coin: string, totals: CoinTotals | undefined, custody: bigint | null): Asset {
  const of = totals ?? NONE;
  return {
    coin,
    liabilities: fromUnits(owedOf(of)),
    users: fromUnits(of.users),
    custody: custody === null ? null : fromUnits(custody),
    issued: coin === 'ADIT' ? fromUnits(-(of.system.get('issuance') ?? 0n)) : '0',
    accounts: Object.fromEntries([...of.system].map(([name, units]) => [name, fromUnits(units)])),
  };
}
