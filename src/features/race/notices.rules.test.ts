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

test.each([
  ['open', '0', '0', null],
  ['closed', '0', '0', null],
  ['drawing', '0', '0', null],
  ['void', '30', '0', 'void'],
  ['settled', '0', '-30', 'lost'],
  ['settled', '0.000000000000000001', '-29.999999999999999999', 'back'],
  ['settled', '30', '0', 'back'],
  ['settled', '30.000000000000000001', '0.000000000000000001', 'won'],
  ['settled', '150', '120', 'won'],
] as const)('a race that is %s and pays %s for 30, a profit of %s: %s', (state, payout, profit, verdict) => {
  expect(verdictOf({ state, payout, profit })).toBe(verdict);
});
