/** The watcher's next step: which blocks are ready, what to read next, and who is behind. */
import { expect, test } from 'vitest';
import { CHUNK, STRIDE, isBehind, nextRange, readyBlock, worthAWrite } from './watcher.rules.ts';

test('a block is ready at the later of its confirmations and finality', () => {
  expect(readyBlock(100, 98, 3)).toBe(98);
  expect(readyBlock(100, 98, 15)).toBe(86);
  expect(readyBlock(100, 60, 15)).toBe(60);
  expect(readyBlock(1, 0, 15)).toBeLessThan(0);
});

test('ranges follow each other without gaps or overlap, in bounded steps', () => {
  expect(nextRange(10, 10)).toBeNull();
  expect(nextRange(10, 5)).toBeNull();
  expect(nextRange(10, 11)).toEqual({ from: 11, to: 11 });
  expect(nextRange(0, 10_000)).toEqual({ from: 1, to: CHUNK });
  expect(worthAWrite(10, 11)).toBe(false);
  expect(worthAWrite(10, 10 + STRIDE)).toBe(true);
});

test('waits for a node that is behind, but treats a block missing far below as gone', () => {
  expect(isBehind(100, 99, 97)).toBe(true);
  expect(isBehind(100, 120, 118)).toBe(true);
  expect(isBehind(100, 1000, 998)).toBe(false);
});
