// When a new limit holds and when a pause ends.
import { describe, expect, test } from 'vitest';
import { effectOf, isLimit, longerPauses, pauseEnd, spentShare } from './limits.rules.ts';

const T = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe('a new limit', () => {
  const none = { dailyBetLimit: null, pendingAt: null };
  const fifty = { dailyBetLimit: '50', pendingAt: null };
  test('holds at once when it is the first or a lower one', () => {
    expect([effectOf(none, '10'), effectOf(fifty, '49.999'), effectOf(fifty, '0')]).toEqual([
      'now',
      'now',
      'now',
    ]);
  });
  test('holds later when it is higher, or none', () => {
    expect([effectOf(fifty, '50.000000000000000001'), effectOf(fifty, null)]).toEqual(['later', 'later']);
  });
  test('changes nothing when it is what stands, but keeps a higher one from coming', () => {
    expect([effectOf(none, null), effectOf(fifty, '50.0')]).toEqual(['same', 'same']);
    expect(effectOf({ ...fifty, pendingAt: iso(T) }, '50')).toBe('drops');
  });
  test('is an amount from 0 on', () => {
    expect(['0', '10', '0.5'].every(isLimit)).toBe(true);
    for (const wrong of ['', '.', '1.', '-1', '1e3', `1.${'0'.repeat(19)}`, '9'.repeat(21)])
      expect(isLimit(wrong)).toBe(false);
  });
});

test('the spent share is all of a limit that nothing is left of', () => {
  expect(['10', '0', '4'].map((limit) => spentShare({ limit, spent: '5' }))).toEqual([0.5, 1, 1]);
});

describe('a pause', () => {
  const until = (ms: number) => ({ pausedUntil: iso(ms) });
  test('is counted from now and never shortened', () => {
    expect(pauseEnd({ pausedUntil: null }, 7, T)).toBe(T + 7 * DAY);
    expect(pauseEnd(until(T + 10 * DAY), 7, T)).toBe(T + 10 * DAY);
    expect(pauseEnd(until(T + 5 * DAY), 7, T)).toBe(T + 7 * DAY);
  });
  test('can only be made longer', () => {
    expect(longerPauses({ pausedUntil: null }, T)).toEqual([1, 7, 30]);
    expect(longerPauses(until(T - DAY), T)).toEqual([1, 7, 30]);
    expect(longerPauses(until(T + 3 * DAY), T)).toEqual([7, 30]);
    expect(longerPauses(until(T + 31 * DAY), T)).toEqual([]);
  });
});
