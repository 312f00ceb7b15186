/** Seeds of draws: what decrypts them, and what does not. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seedHash } from '#draws/hash.ts';
import { raceId } from '#draws/rounds.ts';
import { newSeed, openSeed, seedKey } from './draw-seeds.ts';

const ROUND = 5_850_000;
const ID = raceId(ROUND);
const key = seedKey(randomBytes(32));

test('decrypts a seed only with its own draw, key and hash, and never repeats a seed', () => {
  const one = newSeed(key, ID);
  const seed = openSeed(key, ID, one);
  expect(seed).toMatch(/^0x[0-9a-f]{64}$/);
  expect(seedHash(seed ?? '')).toBe(one.seedHash);
  expect(one.sealed.includes(Buffer.from((seed ?? '').slice(2), 'hex'))).toBe(false);
  const other = newSeed(key, ID);
  expect(other.seedHash).not.toBe(one.seedHash);
  const torn = Buffer.from(one.sealed);
  torn[20] = (torn[20] ?? 0) ^ 1;
  for (const [by, id, what] of [
    [seedKey(randomBytes(32)), ID, one],
    [key, raceId(ROUND + 1), one],
    [key, ID, { ...one, sealed: torn }],
    [key, ID, { ...one, sealed: Buffer.alloc(0) }],
    [key, ID, { ...one, sealed: other.sealed }],
  ] as const)
    expect(openSeed(by, id, what)).toBeNull();
});
