// When a new limit takes effect and when a pause ends.
import { describe, expect, test } from 'vitest';
import { effectOf, isLimit, longerPauses, pauseEnd, spentShare } from './limits.rules.ts';

const T = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe('a new limit', () => {
  const none = { dailyBetLimit: null, pendingAt: null };
  const fifty = { dailyBetLimit: '50', pendingAt: null };
  test('takes effect at once when it is the first or a lower one', () => {
    expect([effectOf(none, '10'), effectOf(fifty, '49.999'), effectOf(fifty, '0')]).toEqual([
      'now',
      'now',
      'now',
    ]);
  });
  test('takes effect later when it is higher, or none', () => {
    expect([effectOf(fifty, '50.000000000000000001'), effectOf(fifty, null)]).toEqual(['later', 'later']);
  });
  test('changes nothing when it equals the current one, but cancels a pending higher one', () => {
    expect([effectOf(none, null), effectOf(fifty, '50.0')]).toEqual(['same', 'same']);
    expect(effectOf({ ...fifty, pendingAt: iso(T) }, '50')).toBe('drops');
  });
  test('is an amount from 0 on', () => {
    expect(['0', '10', '0.5'].every(isLimit)).toBe(true);
    for (const wrong of ['', '.', '1.', '-1', '1e3', `1.${'0'.repeat(19)}`, '9'.repeat(21)])
      expect(isLimit(wrong)).toBe(false);
  });
});

test('a used-up limit counts as fully spent', () => {
  expect(['10', '0', '4'].map((limit) => spentShare({ limit, spent: '5' }))).toEqual([0.5, 1, 1]);
});

describe('a pause', () => {
  const until = (ms: number) => ({ pausedUntil: iso(ms) });
  test('counts from now and is never shortened', () => {
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
