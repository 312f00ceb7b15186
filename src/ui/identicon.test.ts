// Drawings of addresses: the same for the same address however it is written, and different for similar ones.
import { expect, test } from 'vitest';
import { cellsOf } from './identicon.tsx';

const ADDRESS = `0x${'1a2B3c4D5e'.repeat(4)}`;

test('the case of an address does not matter', () => {
  expect(cellsOf(ADDRESS)).toBe(cellsOf(ADDRESS.toLowerCase()));
});

test('every digit counts', () => {
  const hex = ADDRESS.slice(2);
  for (let at = 0; at < hex.length; at += 1) {
    const other = ((Number.parseInt(hex[at] ?? '0', 16) + 1) % 16).toString(16);
    expect(cellsOf(`0x${hex.slice(0, at)}${other}${hex.slice(at + 1)}`)).not.toBe(cellsOf(ADDRESS));
  }
});

test('the right half mirrors the left one', () => {
  const cells = cellsOf(ADDRESS).match(/\d \d/g) ?? [];
  for (const cell of cells) {
    const [x, y] = cell.split(' ').map(Number);
    expect(cells).toContain(`${4 - (x ?? 0)} ${y}`);
  }
});
