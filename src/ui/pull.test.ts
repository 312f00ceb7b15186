// Pull to refresh: 45 pixels are enough, less is not, and the mark never runs away.
import { expect, test } from 'vitest';
import { PULL_PX, pulledBy, pullsEnough } from './pull.ts';

test('letting go refreshes from 45 pixels on', () => {
  expect(PULL_PX).toBe(45);
  expect(pullsEnough(44.9)).toBe(false);
  expect(pullsEnough(45)).toBe(true);
});

test('the mark follows the finger, then lags, and stays in sight', () => {
  expect(pulledBy(-20)).toBe(0);
  expect(pulledBy(30)).toBe(30);
  expect(pulledBy(60)).toBe(49.5);
  expect(pulledBy(5000)).toBe(72);
});
