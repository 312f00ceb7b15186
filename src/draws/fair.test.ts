// Both games' rules over 1,000,000 hashes: all results are equally frequent, by chi-square. The hashes come from a
// generator that counts from 1, so that the figures are the same each time (they are listed in README.md beside this
// file).
import { expect, test } from 'vitest';
import { lotteryDigits } from './lottery.ts';
import { raceRanking } from './race.ts';

const DRAWS = 1_000_000;
const FOUR = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** SplitMix32 over a counter: 32 good bits per step. It replaces Keccak, which would take 7 s for 1,000,000 hashes. */
function generator(): () => number {
  let counter = 0;
  return () => {
    counter = (counter + 0x9e3779b9) | 0;
    let bits = counter ^ (counter >>> 16);
    bits = Math.imul(bits, 0x21f0aaad);
    bits ^= bits >>> 15;
    bits = Math.imul(bits, 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  };
}

/** Counts by number: each cell is a possible result, encoded as one number. */
const tally = (most: number): Uint32Array => new Uint32Array(most + 1);

function count(counts: Uint32Array, cell: number): void {
  counts[cell] = (counts[cell] ?? 0) + 1;
}

/** Over the cells that can be drawn; those that never were count as zero. */
function chiSquare(counts: Uint32Array, cells: number): number {
  const seen = counts.filter((times) => times > 0);
  const draws = seen.reduce((sum, times) => sum + times, 0);
  const expected = draws / cells;
  return (
    seen.reduce((sum, times) => sum + (times - expected) ** 2 / expected, 0) +
    (cells - seen.length) * expected
  );
}

/**
 * The chi-square value that a fair draw exceeds with the probability that `z` stands for: once in a thousand at 3.09
 * (Wilson and Hilferty).
 */
const bound = (freedom: number, z: number): number =>
  freedom * Math.max(0, 1 - 2 / (9 * freedom) + z * Math.sqrt(2 / (9 * freedom))) ** 3;

test('detects a planted bias', () => {
  const next = generator();
  const counts = tally(5);
  // "A hex digit modulo 6" favours four of six lanes.
  for (let draw = 0; draw < 10_000; draw++) count(counts, (next() & 15) % 6);
  expect(chiSquare(counts, 6)).toBeGreaterThan(bound(5, 3.09));
});

test('1,000,000 draws are evenly distributed', { timeout: 60_000 }, async ({ annotate }) => {
  const next = generator();
  const digits = [0, 1, 2].map(() => tally(9));
  const places = [0, 1, 2, 3, 4, 5].map(() => tally(6));
  const [results, orders] = [tally(999), tally(654_321)];
  for (let draw = 0; draw < DRAWS; draw++) {
    let hash = '0x';
    for (let word = 0; word < 8; word++) {
      const bits = next();
      hash += (FOUR[bits >>> 16] ?? '') + (FOUR[bits & 0xffff] ?? '');
    }
    const drawn = lotteryDigits(hash);
    const ranking = raceRanking(hash);
    for (const [place, counts] of digits.entries()) count(counts, drawn[place] ?? 0);
    for (const [place, counts] of places.entries()) count(counts, ranking[place] ?? 0);
    count(results, drawn[0] * 100 + drawn[1] * 10 + drawn[2]);
    count(
      orders,
      ranking.reduce((number, lane) => number * 10 + lane, 0),
    );
  }
  const all: [string, Uint32Array, number][] = [
    ...digits.map((counts, at): [string, Uint32Array, number] => [`digit ${at + 1}`, counts, 10]),
    ['three digits', results, 1000],
    ...places.map((counts, at): [string, Uint32Array, number] => [`lane at place ${at + 1}`, counts, 6]),
    ['order of the lanes', orders, 720],
  ];
  for (const [what, counts, cells] of all) {
    const found = chiSquare(counts, cells);
    const seen = counts.filter((times) => times > 0);
    const most = bound(cells - 1, 3.09);
    await annotate(
      `${what}: ${cells} cells, expected ${(DRAWS / cells).toFixed(0)}, ${Math.min(...seen)} to ${Math.max(...seen)}, chi-square ${found.toFixed(1)} of at most ${most.toFixed(1)}`,
    );
    expect(seen.length, what).toBe(cells);
    expect(found, what).toBeLessThan(most);
    // Too even would be just as suspicious.
    expect(found, what).toBeGreaterThan(bound(cells - 1, -3.09));
  }
});
