// When a notice about a race is due, and what it says.
import { expect, test } from 'vitest';
import { raceTimes } from '#rules/race.ts';
import { dueAt, isForgotten, restBetween, verdictOf } from './notices.rules.ts';

const drawn = (round: number) => raceTimes(round).drawsAt.getTime();

test('a race is due from the time of its draw', () => {
  expect(dueAt([100, 101], drawn(100) - 1)).toEqual([]);
  expect(dueAt([100, 101], drawn(100))).toEqual([100]);
  expect(dueAt([100, 101], drawn(101))).toEqual([100, 101]);
});

test('asks often soon after the draw, rarely later, and eventually stops', () => {
  expect(restBetween([100], drawn(100) + 10_000)).toBeLessThan(5000);
  expect(restBetween([100], drawn(100) + 3_600_000)).toBe(30_000);
  expect(restBetween([100, 101], drawn(101) + 10_000)).toBeLessThan(5000);
  expect(isForgotten(100, drawn(100) + 86_400_000)).toBe(false);
  expect(isForgotten(100, drawn(100) + 3 * 86_400_000)).toBe(true);
});

test('only a finished race has a verdict', () => {
  expect(verdictOf({ state: 'open', payout: '0' })).toBeNull();
  expect(verdictOf({ state: 'closed', payout: '0' })).toBeNull();
  expect(verdictOf({ state: 'drawing', payout: '0' })).toBeNull();
  expect(verdictOf({ state: 'void', payout: '0' })).toBe('void');
  expect(verdictOf({ state: 'settled', payout: '0' })).toBe('lost');
  expect(verdictOf({ state: 'settled', payout: '50' })).toBe('won');
});
