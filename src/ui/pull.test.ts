// Pull to refresh: 45 pixels are enough, less is not, and the indicator never runs away.
import { expect, test } from 'vitest';
import { PULL_PX, pulledBy, pullsDown, pullsEnough } from './pull.ts';

test('letting go refreshes from 45 pixels on', () => {
  expect(PULL_PX).toBe(45);
  expect(pullsEnough(44.9)).toBe(false);
  expect(pullsEnough(45)).toBe(true);
});

test('a finger that moves sideways or up does not pull, and its first pixels decide nothing', () => {
  expect(pullsDown(3, 7)).toBeUndefined();
  expect(pullsDown(3, 12)).toBe(true);
  expect(pullsDown(-30, 12)).toBe(false);
  expect(pullsDown(0, -9)).toBe(false);
});

test('the indicator follows the finger, then lags, and stays visible', () => {
  expect(pulledBy(-20)).toBe(0);
  expect(pulledBy(30)).toBe(30);
  expect(pulledBy(60)).toBe(49.5);
  expect(pulledBy(5000)).toBe(72);
});
