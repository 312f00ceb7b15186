// When a touch becomes a long press, and when it does not.
import { expect, test } from 'vitest';
import { mayHold, slipped } from './long-press.rules.ts';

const from = { x: 100, y: 100 };

test('ten pixels in any direction are still the same place', () => {
  for (const to of [from, { x: 110, y: 100 }, { x: 100, y: 90 }, { x: 107, y: 107 }])
    expect(slipped(from, to)).toBe(false);
});

test('a longer distance is a scroll or a swipe', () => {
  for (const to of [
    { x: 110.5, y: 100 },
    { x: 100, y: 89 },
    { x: 108, y: 108 },
  ])
    expect(slipped(from, to)).toBe(true);
});

test('one finger or a pen can hold; a mouse and a second finger cannot', () => {
  expect(mayHold({ pointerType: 'touch', isPrimary: true })).toBe(true);
  expect(mayHold({ pointerType: 'pen', isPrimary: true })).toBe(true);
  expect(mayHold({ pointerType: 'touch', isPrimary: false })).toBe(false);
  expect(mayHold({ pointerType: 'mouse', isPrimary: true })).toBe(false);
});
