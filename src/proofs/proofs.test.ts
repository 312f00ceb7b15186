/**
 * Proofs hold for every leaf of trees of every size, and for nothing else: any change to one is detected. Hashes are
 * compared with a second implementation of the definition, using another library.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUnits } from '#rules/amounts.ts';
import { type Proof, type Published, bytesOf, checkProof, hexOf, proves } from './proof.ts';
import { type Sums, addSums, readSums, sumsOf, sumsText } from './sums.ts';
import { type Leaf, type Node, type Placed, emptyTree, leafOf, nodeOf, pathOf, treeBuilder } from './tree.ts';

const COINS = ['ADIT', 'BTC', 'USDT'];
const bytes = (n: number, length: number) =>
  new Uint8Array(createHash('sha512').update(String(n)).digest().subarray(0, length));
const leafAt = (n: number): Leaf => ({
  nonce: bytes(n, 32),
  address: bytes(n + 1e6, 20),
  balances: COINS.filter((_, coin) => (n + coin) % 3 !== 0).map((coin, at) => ({
    coin,
    units: BigInt(n + 1) * 10n ** BigInt(6 * at + 3),
  })),
});
const amounts = (sums: Sums) => Object.fromEntries(sums.map(({ coin, units }) => [coin, fromUnits(units)]));

interface World {
  proof: Proof;
  published: Published;
  address: string;
}

function worldOf(size: number, at: number): World {
  const leaves = Array.from({ length: size }, (_, n) => leafAt(n));
  const own = leaves[at] as Leaf;
  const { path, root } = pathOf(leaves.map(leafOf), at);
  return {
    proof: {
      leaf: {
        hash: hexOf(leafOf(own).hash),
        nonce: hexOf(own.nonce),
        address: hexOf(own.address),
        balances: amounts(own.balances),
      },
      path: path.map(({ hash, side, sums }) => ({ hash: hexOf(hash), side, sums: amounts(sums) })),
    },
    published: { root: hexOf(root.hash), sums: amounts(root.sums) },
    address: hexOf(own.address),
  };
}

const holds = ({ proof, published, address }: World) => proves(checkProof(proof, published, address));
const withLeaf = (world: World, change: Partial<Record<keyof Proof['leaf'], unknown>>): World => ({
  ...world,
  proof: { ...world.proof, leaf: { ...world.proof.leaf, ...change } as Proof['leaf'] },
});
const withPath = (world: World, path: unknown): World => ({
  ...world,
  proof: { ...world.proof, path: path as Proof['path'] },
});
const withLevel = (world: World, at: number, change: object): World =>
  withPath(
    world,
    world.proof.path.map((level, n) => (n === at ? { ...level, ...change } : level)),
  );
/** A hex text with one bit flipped. */
const turned = (hex: string, bit: number): string => {
  const all = bytesOf(hex);
  const at = Math.floor(bit / 8) % all.length;
  return hexOf(all.map((byte, n) => (n === at ? byte ^ (1 << (bit % 8)) : byte)));
};
const bit = fc.nat(255);
const place = fc.integer({ min: 2, max: 70 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));

describe('a tree', () => {
  test('proves every leaf of every size from 1 to 40', () => {
    for (let size = 1; size <= 40; size += 1)
      for (let at = 0; at < size; at += 1) expect(holds(worldOf(size, at)), `${at} of ${size}`).toBe(true);
  });

  test('hashes by its definition: leaf and node differ; nonce, address and sums in order', () => {
    const sha = (...parts: (Uint8Array | string)[]) =>
      parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
    const nonce = new Uint8Array(32).fill(1);
    const address = bytesOf('0x52908400098527886e0f7030069857d2e4169ee7');
    const adit = (units: bigint): Sums => [{ coin: 'ADIT', units }];
    const left = leafOf({ nonce, address, balances: adit(12n) });
    const right = leafOf({ nonce, address, balances: [] });
    expect(hexOf(left.hash)).toBe(`0x${sha(Uint8Array.of(0), nonce, address, 'ADIT=12\n')}`);
    expect(hexOf(right.hash)).toBe(`0x${sha(Uint8Array.of(0), nonce, address, '\n')}`);
    expect(hexOf(nodeOf(left, right).hash)).toBe(
      `0x${sha(Uint8Array.of(1), left.hash, 'ADIT=12\n', right.hash, '\n')}`,
    );
    expect(hexOf(emptyTree().hash)).toBe(`0x${sha('')}`);
    expect(treeBuilder().end()).toEqual(emptyTree());
  });

  test('has the same root when built as a stream, whole or in equal parts', () => {
    for (const size of [1, 2, 3, 5, 8, 9, 31, 32, 33, 64, 70]) {
      const leaves = Array.from({ length: size }, (_, n) => leafOf(leafAt(n)));
      const stored: Placed[] = [];
      const whole = treeBuilder((placed) => stored.push(placed));
      leaves.forEach((leaf) => whole.push(leaf));
      const root = whole.end();
      expect(root).toEqual(pathOf(leaves, 0).root);
      // Every place of every level exactly once.
      const counts = [size];
      while ((counts.at(-1) ?? 1) > 1) counts.push(Math.ceil((counts.at(-1) ?? 1) / 2));
      const places = counts.flatMap((count, level) =>
        Array.from({ length: count }, (_, at) => `${level}/${at}`),
      );
      expect(stored.map(({ level, index }) => `${level}/${index}`).toSorted()).toEqual(places.toSorted());
      const parts = treeBuilder(undefined, 2);
      for (let from = 0; from < size; from += 4) parts.push(pathOf(leaves.slice(from, from + 4), 0).root);
      expect(parts.end()).toEqual(root);
    }
  });
});

describe('a modified proof', () => {
  test('is refused when one bit of leaf, nonce, address or sibling is flipped', () => {
    fc.assert(
      fc.property(place, bit, fc.nat(10), ([size, at], n, level) => {
        const world = worldOf(size, at);
        const { leaf, path } = world.proof;
        const beside = level % path.length;
        const changed = [
          ...(['hash', 'nonce', 'address'] as const).map((key) =>
            withLeaf(world, { [key]: turned(leaf[key], n) }),
          ),
          withLevel(world, beside, { hash: turned(path[beside]?.hash ?? '0x', n) }),
          { ...world, published: { ...world.published, root: turned(world.published.root, n) } },
          { ...world, address: turned(world.address, n) },
        ];
        return holds(world) && changed.every((one) => !holds(one));
      }),
      { numRuns: 150 },
    );
  });

  test('is refused when an amount, a coin, a side or the order of levels is changed', () => {
    fc.assert(
      fc.property(place, fc.nat(10), fc.bigInt(1n, 10n ** 30n), ([size, at], level, more) => {
        const world = worldOf(size, at);
        const { leaf, path } = world.proof;
        const beside = level % path.length;
        const raised = (given: Readonly<Record<string, string>>) =>
          amounts(addSums(readSums(given) ?? [], [{ coin: 'BTC', units: more }]));
        const { side = 'left', sums = {} } = path[beside] ?? {};
        const swapped = path.toReversed();
        const changed = [
          withLeaf(world, { balances: raised(leaf.balances) }),
          withLeaf(world, { balances: { ...leaf.balances, ETH: '1' } }),
          withLevel(world, beside, { sums: raised(sums) }),
          withLevel(world, beside, { side: side === 'left' ? 'right' : 'left' }),
          withPath(world, path.slice(1)),
          withPath(world, [...path, path[0]]),
          { ...world, published: { ...world.published, sums: raised(world.published.sums) } },
        ];
        const same = JSON.stringify(swapped) === JSON.stringify(path);
        return changed.every((one) => !holds(one)) && (same || !holds(withPath(world, swapped)));
      }),
      { numRuns: 150 },
    );
  });

  test('is refused before hashing when an amount is negative, fractional, huge or missing', () => {
    const world = worldOf(7, 3);
    for (const bad of ['-1', '1e5', '0.0000000000000000001', '100000000000000000000', '', ' 1', 7, null]) {
      for (const changed of [
        withLeaf(world, { balances: { ADIT: bad } }),
        withLevel(world, 1, { sums: { ADIT: bad } }),
      ]) {
        const steps = checkProof(changed.proof, changed.published, changed.address);
        expect(
          steps.map(({ id, state }) => [id, state]),
          String(bad),
        ).toEqual([['form', 'differs']]);
      }
    }
    for (const path of [null, 'x', Array.from({ length: 41 }, () => world.proof.path[0])])
      expect(holds(withPath(world, path))).toBe(false);
    expect(holds(withLeaf(world, { nonce: 5, address: null }))).toBe(false);
  });

  test("cannot hide one sibling's holdings, nor pass a node off as a leaf", () => {
    // Hiding debt needs a negative sibling. Amounts cannot carry a sign, so none can be written, not even under its
    // own hash.
    const [own, debt] = [
      leafOf(leafAt(1)),
      leafOf({ ...leafAt(2), balances: [{ coin: 'ADIT', units: -5n }] }),
    ];
    const root = nodeOf(own, debt);
    const world: World = {
      ...worldOf(2, 1),
      published: { root: hexOf(root.hash), sums: amounts(root.sums) },
    };
    expect(
      holds(
        withPath(world, [{ hash: hexOf(debt.hash), side: 'right', sums: { ADIT: '-0.000000000000000005' } }]),
      ),
    ).toBe(false);
    // A node's preimage parsed as a leaf's: the first byte distinguishes them.
    const [left, right] = [leafOf(leafAt(3)), leafOf(leafAt(4))];
    const node = nodeOf(left, right);
    const forged: Node = leafOf({ nonce: left.hash, address: right.hash.slice(0, 20), balances: node.sums });
    expect(hexOf(forged.hash)).not.toBe(hexOf(node.hash));
    expect(holds(withLeaf(worldOf(2, 0), { hash: hexOf(node.hash) }))).toBe(false);
  });
});

test('property: sums are written in one way, parse back, and add up by coin', () => {
  const units = fc.bigInt(1n, 10n ** 37n);
  const sums = fc
    .dictionary(fc.constantFrom(...COINS, 'A1', 'Z9'), units)
    .map((of) => readSums(amounts(Object.entries(of).map(([coin, held]) => ({ coin, units: held })))) ?? []);
  fc.assert(
    fc.property(sums, sums, (one, other) => {
      expect(sumsOf(sumsText(one))).toEqual(one);
      const both = new Map<string, bigint>();
      for (const { coin, units: held } of [...one, ...other]) both.set(coin, (both.get(coin) ?? 0n) + held);
      expect(new Map(addSums(one, other).map(({ coin, units: held }) => [coin, held]))).toEqual(both);
      expect(addSums(one, other)).toEqual(addSums(other, one));
    }),
  );
  for (const bad of [
    'ADIT',
    'ADIT=0',
    'ADIT=-1',
    'ADIT=01',
    'USDT=1;ADIT=1',
    'ADIT=1;ADIT=1',
    'adit=1',
    'ADIT=1;',
  ])
    expect(() => sumsOf(bad), bad).toThrow(RangeError);
});
