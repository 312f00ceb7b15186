// What a user's own limits leave for today, computed from an answer that may be from an earlier day.
import { expect, test } from 'vitest';
import { allowanceAt, pausedAt } from './limits.rules.ts';

/** 20:00 in Singapore. */
const T = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const limits = {
  dailyBetLimit: '50',
  pendingLimit: null,
  pendingAt: null,
  spentToday: '5.5',
  asOf: iso(T),
};

test('what is left of a limit is never negative, and without a limit nothing is counted', () => {
  expect(allowanceAt(limits, T)).toEqual({ limit: '50', spent: '5.5', left: '44.5' });
  expect(allowanceAt({ ...limits, dailyBetLimit: '2' }, T)?.left).toBe('0');
  expect(allowanceAt({ ...limits, dailyBetLimit: null }, T)).toBeNull();
});

test('spending counts until midnight in Singapore', () => {
  expect(allowanceAt(limits, T + 4 * HOUR - 1)?.left).toBe('44.5');
  expect(allowanceAt(limits, T + 4 * HOUR)?.left).toBe('50');
});

test('a pending limit applies from its time on', () => {
  const higher = { ...limits, pendingLimit: '80', pendingAt: iso(T + HOUR) };
  expect(allowanceAt(higher, T + HOUR - 1)?.left).toBe('44.5');
  expect(allowanceAt(higher, T + HOUR)?.left).toBe('74.5');
  expect(allowanceAt({ ...higher, pendingLimit: null }, T + HOUR)).toBeNull();
});

test('a pause ends at its time', () => {
  expect(pausedAt({ pausedUntil: iso(T) }, T - 1)).toBe(iso(T));
  expect(pausedAt({ pausedUntil: iso(T) }, T)).toBeNull();
  expect(pausedAt({ pausedUntil: null }, T)).toBeNull();
});
