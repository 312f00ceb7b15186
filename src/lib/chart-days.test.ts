// Amounts by day, and their sums.
import { expect, test } from 'vitest';
import { daysOf, sumsOf } from './chart-days.ts';

test('amounts are added up by Singapore day, that of the given time last', () => {
  const days = daysOf(
    [
      { time: '2026-11-22T16:10:00Z', amount: '0.000000000000000001' },
      { time: '2026-11-22T15:59:59Z', amount: '12' },
      { time: '2026-11-22T01:00:00Z', amount: '3.5' },
      // One day too old: it is in no bar.
      { time: '2026-10-24T15:59:59Z', amount: '100' },
    ],
    Date.parse('2026-11-22T16:30:00Z'),
  );
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: '2026-10-25', values: ['0'] });
  expect(days.slice(-2)).toEqual([
    { day: '2026-11-22', values: ['15.5'] },
    { day: '2026-11-23', values: ['0.000000000000000001'] },
  ]);
  expect(sumsOf(days)).toEqual({ total: '15.500000000000000001', best: '15.5' });
});

test('sums cover every series of every day', () => {
  const day = (...values: string[]) => ({ day: '2026-11-21', values });
  expect(sumsOf([day('0.1', '0.3', '0.000000000000000001'), day('0.2', '0', '0')])).toEqual({
    total: '0.600000000000000001',
    best: '0.400000000000000001',
  });
  expect(sumsOf([])).toEqual({ total: '0', best: '0' });
});
