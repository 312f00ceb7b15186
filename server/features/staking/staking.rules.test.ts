// Staking's rules: what may be staked, what it pays, days of Singapore, places in the list, and sizes of batches.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUnits } from '#contract/amounts.ts';
import {
  BATCH,
  after,
  dayBegin,
  isUnlocked,
  lastDays,
  nextSize,
  orderView,
  outputOf,
  stakeAmount,
} from './staking.rules.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

test.each([
  ['10', toUnits('10')],
  ['10.000000000000000001', toUnits('10.000000000000000001')],
  ['9.999999999999999999', null],
  ['0', null],
  ['10.0000000000000000001', null],
  ['99999999999999999999', toUnits('99999999999999999999')],
])('of %s is staked %s', (text, amount) => expect(stakeAmount(text)).toBe(amount));

test('an order pays its rate rounded down, and never more than it is', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 38n), fc.bigInt(0n, 10n ** 18n - 1n), (amount, rate) => {
      const output = outputOf(amount, rate);
      expect(output * 10n ** 18n <= amount * rate).toBe(true);
      expect((output + 1n) * 10n ** 18n > amount * rate).toBe(true);
    }),
  );
  expect(outputOf(toUnits('1234'), toUnits('0.001'))).toBe(toUnits('1.234'));
});

test('the 24 h are over at their end', () => {
  expect(isUnlocked(NOON, new Date(after(NOON, 1).getTime() - 1))).toBe(false);
  expect(isUnlocked(NOON, after(NOON, 1))).toBe(true);
});

describe('days of Singapore', () => {
  test.each([
    ['2026-12-31T15:59:59.999Z', '2026-12-31'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
    ['2028-02-28T16:00:00.000Z', '2028-02-29'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29'],
  ])('%s is on %s', (time, day) => expect(lastDays(new Date(time), 1)).toEqual([day]));

  test('follow each other 24 h apart, and each holds its own beginning', () => {
    const days = lastDays(new Date('2027-01-15T20:00:00Z'), 30);
    expect([days[0], days[29]]).toEqual(['2026-12-18', '2027-01-16']);
    for (const [i, day] of days.entries()) {
      expect(lastDays(dayBegin(day), 1)).toEqual([day]);
      if (i > 0) expect(dayBegin(day).getTime() - dayBegin(days[i - 1] ?? '').getTime()).toBe(86_400_000);
    }
  });
});

test('an order shows what it has paid, when it pays next, and how it ended', () => {
  const order = {
    id: 7n,
    amount: toUnits('100'),
    output: toUnits('0.1'),
    stakedAt: NOON,
    redeemedAt: null,
    periods: 3n,
  };
  expect(orderView(order)).toEqual({
    id: '7',
    amount: '100',
    stakedAt: '2026-11-21T12:00:00.000Z',
    unlocksAt: '2026-11-22T12:00:00.000Z',
    nextOutputAt: '2026-11-25T12:00:00.000Z',
    output: '0.3',
    periodOutput: '0.1',
    redeemedAt: null,
    state: 'active',
  });
  expect(orderView({ ...order, redeemedAt: after(NOON, 3) })).toMatchObject({
    nextOutputAt: null,
    output: '0.3',
    redeemedAt: '2026-11-24T12:00:00.000Z',
    state: 'redeemed',
  });
});

test('batches grow while they are quick, shrink when they are slow, and stay within their bounds', () => {
  const { least, most } = BATCH.postgres;
  expect(nextSize(least, least, 30, BATCH.postgres)).toBe(2 * least);
  expect(nextSize(least, 12, 3, BATCH.postgres)).toBe(least);
  expect(nextSize(20_000, 0, 30, BATCH.postgres)).toBe(20_000);
  expect(nextSize(40_000, 40_000, 1000, BATCH.postgres)).toBe(20_000);
  expect(nextSize(40_000, 40_000, 400, BATCH.postgres)).toBe(40_000);
  fc.assert(
    fc.property(fc.integer({ min: least, max: most }), fc.nat(20_000), fc.boolean(), (size, ms, full) => {
      const next = nextSize(size, full ? size : size - 1, ms, BATCH.postgres);
      expect(next >= least && next <= most && next <= 2 * size).toBe(true);
      if (ms > 500) expect(next <= size).toBe(true);
    }),
  );
});
