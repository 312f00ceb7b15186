// The draws against golden vectors, and against a second implementation written only from the rule's text.
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as reference from '#tests/draws/reference.ts';
import { drawHash, isHash, seedHash, type DrawRule } from './hash.ts';
import { lotteryDigits, markedDigits } from './lottery.ts';
import { raceRanking } from './race.ts';
import { drawTimeOf, roundOf } from './rounds.ts';
import vectors from './vectors.json' with { type: 'json' };

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const result = (round: string, hash: string) =>
  roundOf(round).game === 'race' ? raceRanking(hash) : lotteryDigits(hash);

test("the second implementation's Keccak is Ethereum's", () => {
  const known = {
    '': 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    abc: '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    ['a'.repeat(135)]: '34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446',
    ['a'.repeat(136)]: 'a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e',
  };
  for (const [text, digest] of Object.entries(known))
    expect(hex(reference.keccak256(Buffer.from(text)))).toBe(digest);
});

describe.each(vectors)('draws $round by the $rule rule: $note', (vector) => {
  test('returns the recorded result', () => {
    expect(drawTimeOf(vector.round).toISOString()).toBe(vector.drawsAt);
    expect(seedHash(vector.seed)).toBe(vector.seedHash);
    const hash = drawHash(vector.rule as DrawRule, vector);
    expect(hash).toBe(vector.hash);
    expect(result(vector.round, hash)).toEqual(vector.result);
  });
});

test('10,000 random draws match the second implementation', () => {
  for (let index = 0; index < 5000; index++) {
    const [txHash, seed] = [`0x${hex(randomBytes(32))}`, `0x${hex(randomBytes(32))}`];
    const name = randomBytes(4).readUInt32LE();
    const date = new Date(Date.UTC(2026, 0, name % 36_500)).toISOString().slice(0, 10);
    for (const round of [`race:${name}`, `lottery:${date}`]) {
      const draw = { rule: 'validator' as const, txHash, seed, round };
      const hash = drawHash('validator', draw);
      const about = JSON.stringify(draw);
      expect(hash, about).toBe(reference.hashOf(draw));
      expect(lotteryDigits(hash).join(''), about).toBe(reference.digitsOf(hash).join(''));
      expect(raceRanking(hash).join(''), about).toBe(reference.rankingOf(hash).join(''));
    }
  }
});

test('the marked characters are the drawn digits, in place', () => {
  for (const { hash } of vectors) {
    const { text, positions } = markedDigits(hash);
    const [first, , third] = positions;
    expect(positions.map((at) => Number(text.charAt(at)))).toEqual(lotteryDigits(hash));
    expect(positions.toSorted((a, b) => a - b)).toEqual(positions);
    expect(first).toBeGreaterThanOrEqual(2);
    expect(text.slice(first).replace(/[a-f]/g, '')).toHaveLength(3);
    expect(text.slice(third + 1)).toMatch(/^[a-f]*$/);
    expect(text === hash).toBe(/(\d.*){3}/.test(hash.slice(2)));
  }
});

test('refuses anything but 32 bytes of lower-case hex', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  for (const wrong of [
    '',
    '0x',
    hash.slice(2),
    hash.slice(0, -1),
    `${hash}0`,
    hash.toUpperCase(),
    `${hash}\n`,
  ]) {
    expect(isHash(wrong), wrong).toBe(false);
    for (const use of [seedHash, lotteryDigits, markedDigits, raceRanking])
      expect(() => use(wrong), wrong).toThrow(RangeError);
    for (const rule of ['validator', 'plain'] as const)
      expect(() => drawHash(rule, { txHash: wrong, seed: hash, round: 'race:1' }), wrong).toThrow(RangeError);
    expect(() => drawHash('validator', { txHash: hash, seed: wrong, round: 'race:1' })).toThrow(RangeError);
  }
});
