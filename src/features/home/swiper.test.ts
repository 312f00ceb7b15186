// Slides: wrapping around at the ends, and how far a finger has to move.
import { expect, test } from 'vitest';
import { slideAt, swiped } from './swiper.rules.ts';

test('the first follows the last, and the last precedes the first', () => {
  expect([slideAt(0, 1, 3), slideAt(2, 1, 3), slideAt(0, -1, 3), slideAt(1, -1, 3)]).toEqual([1, 0, 2, 0]);
  expect([slideAt(0, 1, 1), slideAt(5, 0, 3), slideAt(0, 1, 0)]).toEqual([0, 2, 0]);
});

test.each([
  [-60, 343, 1],
  [60, 343, -1],
  [-59, 343, 0],
  [0, 343, 0],
  [-50, 200, 1],
  [30, 200, 0],
])('%d px on a slide of %d px is %d', (way, width, to) => expect(swiped(way, width)).toBe(to));
