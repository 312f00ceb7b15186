/**
 * Checks Merkle-sum proofs using only the contract's text, not the product's code. leaf = SHA-256(0x00 ‖ nonce ‖
 * address ‖ sums), node = SHA-256(0x01 ‖ hash ‖ sums ‖ hash ‖ sums). Hex values enter as bytes, sums as the text
 * `ADIT=12000000000000000000;USDT=5` and a line feed: coins sorted, in smallest units, without zeros.
 */
import { createHash } from 'node:crypto';
import type { Output } from '#contract';

export type Proof = Output<'GET /api/transparency/proof'>;
type Sums = Readonly<Record<string, string>>;

const UNIT = 10n ** 18n;

const unitsOf = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(18, '0'));
};

const textOf = (sums: ReadonlyMap<string, bigint>): Buffer => {
  const above = [...sums].filter(([, units]) => units > 0n);
  const sorted = above.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(`${sorted.map(([coin, units]) => `${coin}=${units}`).join(';')}\n`);
};

const mapOf = (sums: Sums) => new Map(Object.entries(sums).map(([coin, amount]) => [coin, unitsOf(amount)]));

function added(a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const all = new Map(a);
  for (const [coin, units] of b) all.set(coin, (all.get(coin) ?? 0n) + units);
  return all;
}

const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex');
const hashOf = (...parts: readonly Uint8Array[]) =>
  `0x${createHash('sha256').update(Buffer.concat(parts)).digest('hex')}`;
const same = (a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>) => textOf(a).equals(textOf(b));

/** Whether the proof shows that the root includes the `balances` of `address` and has these sums. */
export function stands(
  { leaf, path }: Proof,
  { address, balances }: { address: string; balances: Sums },
  tree: { root: string; sums: Sums },
): boolean {
  let sums = mapOf(balances);
  let hash = hashOf(Buffer.of(0), bytesOf(leaf.nonce), bytesOf(address), textOf(sums));
  if (hash !== leaf.hash) return false;
  for (const step of path) {
    const other = mapOf(step.sums);
    const own = [bytesOf(hash), textOf(sums)];
    const beside = [bytesOf(step.hash), textOf(other)];
    hash = hashOf(Buffer.of(1), ...(step.side === 'left' ? [...beside, ...own] : [...own, ...beside]));
    sums = added(sums, other);
  }
  return hash === tree.root && same(sums, mapOf(tree.sums));
}

type Claim = Parameters<typeof stands>;

/** Claims that each differ from a true one in a single point, so all must fail. `stranger` is another account's address. */
export function liesAbout([proof, own, tree]: Claim, stranger: string): Claim[] {
  const path = (change: (step: Proof['path'][number]) => Partial<Proof['path'][number]>): Proof => ({
    ...proof,
    path: proof.path.map((step) => ({ ...step, ...change(step) })),
  });
  const { ADIT: held = '0', ...others } = own.balances;
  return [
    [proof, { ...own, balances: { ...others, ADIT: `${held}${held.includes('.') ? '' : '.'}1` } }, tree],
    [proof, { ...own, balances: others }, tree],
    [proof, { ...own, address: stranger }, tree],
    [{ ...proof, path: proof.path.slice(1) }, own, tree],
    [path(({ side }) => ({ side: side === 'left' ? 'right' : 'left' })), own, tree],
    [path(() => ({ sums: {} })), own, tree],
    [path(() => ({ hash: proof.leaf.hash })), own, tree],
    [proof, own, { ...tree, sums: { ...tree.sums, ADIT: '1' } }],
    [proof, own, { ...tree, root: proof.leaf.hash }],
  ];
}
