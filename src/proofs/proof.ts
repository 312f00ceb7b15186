/**
 * Checks, step by step, the proof that an account's balances are part of a published root. Pure: the page computes
 * everything on the device, and anyone can do the same with the downloaded file.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type Sums, arePlausible, readSums, sameSums } from './sums.ts';
import { type Beside, type Leaf, type Node, leafOf, nodeOf } from './tree.ts';

/** A proof in its exchange format: hashes as 0x and 64 hex digits, amounts as decimal strings. */
export interface Proof {
  readonly leaf: {
    readonly hash: string;
    readonly nonce: string;
    readonly address: string;
    readonly balances: Readonly<Record<string, string>>;
  };
  readonly path: readonly {
    readonly hash: string;
    readonly side: 'left' | 'right';
    readonly sums: Readonly<Record<string, string>>;
  }[];
}

/** What was published: the root, and the totals of all leaves. */
export interface Published {
  readonly root: string;
  readonly sums: Readonly<Record<string, string>>;
}

export type StepId =
  /** Every hash is 32 bytes and every amount is valid: not negative, and not more than can exist. */
  | 'form'
  /** The leaf belongs to the account. */
  | 'address'
  /** Nonce, address and balances hash to the leaf. */
  | 'leaf'
  /** One level: the hash and the sums computed with the sibling. */
  | 'level'
  /** The last hash is the published root. */
  | 'root'
  /** The computed sums are the published ones. */
  | 'sums';

export interface Step {
  readonly id: StepId;
  readonly state: 'matches' | 'differs';
  /** A hash, an address or nothing: what was claimed and what was computed. */
  readonly claimed: string;
  readonly found: string;
  /** The sums after this step. */
  readonly sums: Sums;
}

const HASH = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
/** More levels than a tree of everyone on earth would have. */
const MOST_LEVELS = 40;

/** 0x and lower-case hex. */
export const hexOf = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;
/** @throws Error if the text is not 0x and pairs of hex digits */
export const bytesOf = (hex: string): Uint8Array => hexToBytes(hex.slice(2));

const step = (id: StepId, claimed: string, found: string, sums: Sums = []): Step => ({
  id,
  state: claimed === found ? 'matches' : 'differs',
  claimed,
  found,
  sums,
});

interface Read {
  leaf: Leaf;
  path: Beside[];
  total: Sums;
}

/** Data from the network may be anything. */
const textAt = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** The proof as bytes and units; or the offending value as text. */
function readProof({ leaf, path }: Proof, published: Published): Read | string {
  const address = textAt(leaf.address).toLowerCase();
  const nonce = textAt(leaf.nonce);
  const balances = readSums(leaf.balances);
  const total = readSums(published.sums);
  if (!HASH.test(nonce)) return nonce;
  if (!ADDRESS.test(address)) return address;
  if (balances === null || !arePlausible(balances)) return textAt(JSON.stringify(leaf.balances));
  if (total === null) return textAt(JSON.stringify(published.sums));
  if (!Array.isArray(path) || path.length > MOST_LEVELS) return 'path';
  const levels: Beside[] = [];
  for (const { hash, side, sums: amounts } of path as Proof['path']) {
    const sums = readSums(amounts);
    const [hashText, sideText] = [textAt(hash), textAt(side)];
    if (!HASH.test(hashText)) return hashText;
    if (side !== 'left' && side !== 'right') return sideText;
    if (sums === null || !arePlausible(sums)) return textAt(JSON.stringify(amounts));
    levels.push({ hash: bytesOf(hashText), side, sums });
  }
  return { leaf: { nonce: bytesOf(nonce), address: bytesOf(address), balances }, path: levels, total };
}

/**
 * Checks that an account's balances are under a published root and included in its sums. A malformed proof yields a
 * single step.
 * @param published what was read independently of the proof; a root that came with it would prove nothing
 * @param address whose balances these must be, in upper or lower case
 * @returns the steps in order; the proof holds when every one of them matches
 */
export function checkProof(proof: Proof, published: Published, address: string): Step[] {
  const read = readProof(proof, published);
  if (typeof read === 'string') return [{ ...step('form', '', read), state: 'differs' }];
  const { leaf, path, total } = read;
  let node: Node = leafOf(leaf);
  const steps = [
    step('form', '', ''),
    step('address', address.toLowerCase(), hexOf(leaf.address)),
    step('leaf', proof.leaf.hash, hexOf(node.hash), leaf.balances),
  ];
  for (const beside of path) {
    node = beside.side === 'left' ? nodeOf(beside, node) : nodeOf(node, beside);
    const found = hexOf(node.hash);
    steps.push({
      ...step('level', found, found, node.sums),
      state: arePlausible(node.sums) ? 'matches' : 'differs',
    });
  }
  return [
    ...steps,
    step('root', published.root, hexOf(node.hash)),
    { ...step('sums', '', '', node.sums), state: sameSums(node.sums, total) ? 'matches' : 'differs' },
  ];
}

/** Whether every step matches. */
export const proves = (steps: readonly Step[]): boolean => steps.every(({ state }) => state === 'matches');
