// The moments of price charts, and changes over them.
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from './days.ts';
import { RANGES, changeOf, momentsOf, oldestShown, rangeNames } from './prices.ts';

const NOW = new Date('2026-11-21T12:34:56.789Z');

describe('the moments of a chart', () => {
  test('are whole hours from a day ago to the last full hour', () => {
    const moments = momentsOf('24h', NOW).map((at) => at.toISOString());
    expect(moments).toHaveLength(25);
    expect([moments[0], moments[1], moments.at(-1)]).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T13:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
    ]);
  });

  test('are at most 61, span their range, and none is dropped before it is shown', () => {
    for (const range of rangeNames) {
      const moments = momentsOf(range, NOW);
      const [first = NOW, last = NOW] = [moments[0], moments.at(-1)];
      expect(moments.length, range).toBeLessThanOrEqual(61);
      expect(last.getTime() - first.getTime(), range).toBe(RANGES[range].hours * HOUR_MS);
      // The price of a moment may be that of an hour up to a step before it.
      const oldest = first.getTime() - (RANGES[range].step - 1) * HOUR_MS;
      expect(oldestShown(NOW).getTime(), range).toBeLessThanOrEqual(oldest);
    }
  });
});

test('a chart of a week, a month or a quarter begins and ends at whole steps', () => {
  const ends = (['7d', '30d', '90d'] as const).map((range) => {
    const moments = momentsOf(range, NOW).map((at) => at.toISOString());
    return [moments.length, moments[0], moments[1], moments.at(-1)];
  });
  expect(ends).toEqual([
    [43, '2026-11-14T12:00:00.000Z', '2026-11-14T16:00:00.000Z', '2026-11-21T12:00:00.000Z'],
    [61, '2026-10-22T12:00:00.000Z', '2026-10-23T00:00:00.000Z', '2026-11-21T12:00:00.000Z'],
    [61, '2026-08-23T00:00:00.000Z', '2026-08-24T12:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ]);
  expect(oldestShown(NOW).toISOString()).toBe('2026-08-20T12:34:56.789Z');
});

test.each([
  [100n, 101n, '0.0100'],
  [3n, 2n, '-0.3333'],
  [2n, 5n, '1.5000'],
  [100n, 100n, '0.0000'],
  [1_000_000n, 999_999n, '0.0000'],
])('the change from %d to %d is %s', (before, now, change) => {
  expect(changeOf(before, now)).toBe(change);
});
