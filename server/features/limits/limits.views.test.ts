/** Responsible use: no sequence of changes gives a higher limit sooner than 24 hours after the request. */
import { expect, test } from 'vitest';
import { type Limits, NO_LIMITS, askPause } from '#rules/limits.ts';
import { toUnits } from '#rules/amounts.ts';
import { limitsView, readLimit } from './limits.views.ts';

const NOON = new Date('2026-11-21T04:00:00Z');

const DAY = 86_400_000;

const at = (ms: number) => new Date(NOON.getTime() + ms);

const limit = (daily: bigint | null): Limits => ({ ...NO_LIMITS, daily });

test('a pause lasts days of 24 hours and is never shortened', () => {
  const week = askPause(NO_LIMITS, 7, NOON);
  expect(week.pausedUntil).toEqual(at(7 * DAY));
  expect(askPause(week, 1, NOON)).toEqual(week);
  expect(askPause(week, 1, at(6 * DAY + 1)).pausedUntil).toEqual(at(7 * DAY + 1));
  expect(limitsView({ ...week, spentToday: 0n }, at(7 * DAY - 1)).pausedUntil).toBe(
    at(7 * DAY).toISOString(),
  );
  expect(limitsView({ ...week, spentToday: 0n }, at(7 * DAY)).pausedUntil).toBeNull();
});

test('the view has decimal strings, and an invalid amount is refused', () => {
  const play = {
    ...limit(toUnits('12.5')),
    pending: null,
    pendingAt: at(DAY),
    pausedUntil: at(DAY),
    spentToday: 1n,
  };
  expect(limitsView(play, NOON)).toEqual({
    dailyBetLimit: '12.5',
    pendingLimit: null,
    pendingAt: at(DAY).toISOString(),
    pausedUntil: at(DAY).toISOString(),
    spentToday: '0.000000000000000001',
  });
  expect(readLimit('0')).toBe(0n);
  expect(() => readLimit('0.0000000000000000001')).toThrow('invalid_amount');
});
