// A swipe opens the drawer only from the edge, closes it from anywhere, and does not interfere with scrolling.
import { expect, test } from 'vitest';
import { starts, swiped } from './drawer-swipe.rules.ts';

const at = (clientX: number, clientY = 400) => ({ clientX, clientY });

test('opens from the left edge and closes from anywhere', () => {
  expect(starts(false, at(24))).toBe(true);
  expect(starts(false, at(25))).toBe(false);
  expect(starts(true, at(300))).toBe(true);
});

test.each([
  ['48 px to the right are not enough', false, at(10), at(58), 'not yet'],
  ['more than that opens', false, at(10), at(59), 'done'],
  ['to the left opens nothing', false, at(10), at(0), 'not yet'],
  ['to the left closes', true, at(300), at(250), 'done'],
  ['to the right closes nothing', true, at(100), at(200), 'not yet'],
  ['a diagonal swipe still opens', false, at(10), at(70, 440), 'done'],
  ['vertical movement is scrolling', false, at(10), at(20, 430), 'over'],
  ['scrolling in the open drawer leaves it open', true, at(200), at(190, 440), 'over'],
] as const)('handles a swipe: %s', (_what, open, from, to, state) => {
  expect(swiped(open, from, to)).toBe(state);
});
