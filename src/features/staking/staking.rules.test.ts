// What the staking pages derive from the server's figures.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STAKE_PERIOD_MS } from '#rules/staking.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import {
  amountProblem,
  balanceAfter,
  comingTimes,
  estimateOf,
  heldFor,
  isDue,
  lessQueued,
  outputOf,
  periodAt,
  periodsPaid,
  rateOf,
} from './staking.rules.ts';

const T = Date.parse('2026-03-01T10:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const HOUR = 3_600_000;

describe('what an amount pays', () => {
  test('is its rate, rounded down to the last digit', () => {
    expect(outputOf('100', '0.001')).toBe('0.1');
    expect(outputOf('10.000000000000000999', '0.001')).toBe('0.01');
  });

  test('adds up linearly over the days and is worth the fixed value', () => {
    const terms = { rate: '0.001', tokenValue: '0.01' };
    expect(estimateOf('1000', '30', terms)).toEqual({ day: '1', total: '30', value: '0.3' });
    expect(estimateOf('1000', '1', terms)?.total).toBe('1');
    expect(estimateOf('1000', '3650', terms)?.total).toBe('3650');
  });

  test('is not estimated without a valid amount and number of days', () => {
    const terms = { rate: '0.001', tokenValue: '0.01' };
    for (const amount of ['', '.', '12.', '1e3', `1.${'0'.repeat(19)}`])
      expect(estimateOf(amount, '30', terms)).toBeNull();
    for (const days of ['', '0', '3651', '99999', '1.5']) expect(estimateOf('10', days, terms)).toBeNull();
  });

  test('never exceeds the exact product, and many days are many times one day', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 27n }),
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        fc.integer({ min: 1, max: 3650 }),
        (amount, rate, days) => {
          const estimate = estimateOf(fromUnits(amount), String(days), {
            rate: fromUnits(rate),
            tokenValue: '1',
          });
          const day = toUnits(estimate?.day ?? '');
          expect(day * 10n ** 18n).toBeLessThanOrEqual(amount * rate);
          expect((day + 1n) * 10n ** 18n).toBeGreaterThan(amount * rate);
          expect(toUnits(estimate?.total ?? '')).toBe(day * BigInt(days));
          expect(estimate?.value).toBe(estimate?.total);
        },
      ),
    );
  });
});

describe('a typed amount', () => {
  const limits = { balance: '120.5', min: '10' };
  test('can be staked from the minimum up to the balance', () => {
    expect(amountProblem('10', limits)).toBeNull();
    expect(amountProblem('120.5', limits)).toBeNull();
  });
  test('is refused with a reason otherwise', () => {
    expect(amountProblem('', limits)).toBe('empty');
    expect(amountProblem('9.999999999999999999', limits)).toBe('small');
    expect(amountProblem('0', limits)).toBe('small');
    expect(amountProblem('120.500000000000000001', limits)).toBe('balance');
    expect(amountProblem('5', { balance: '1', min: '10' })).toBe('balance');
    for (const wrong of ['12.', '.5', '-1', '1e3', `1.${'0'.repeat(19)}`, '9'.repeat(21)])
      expect(amountProblem(wrong, limits)).toBe('invalid');
  });
  test('leaves the rest of the balance', () => {
    expect(balanceAfter('120.5', '20.25')).toBe('100.25');
    expect(balanceAfter('120.5', '121')).toBeNull();
    expect(balanceAfter('120.5', '12.')).toBeNull();
  });
});

describe('the current period', () => {
  const order = { nextOutputAt: iso(T) };
  test('starts 24 h before its payment', () => {
    expect(periodAt(order, T - STAKE_PERIOD_MS + 6 * HOUR)).toEqual({
      endsAt: T,
      share: 0.25,
    });
  });
  test('stays within its start and its end', () => {
    expect(periodAt(order, T - 2 * STAKE_PERIOD_MS)?.share).toBe(0);
    expect(periodAt(order, T + HOUR)).toEqual({ endsAt: T, share: 1 });
  });
  test('does not exist for a redeemed order', () => expect(periodAt({ nextOutputAt: null }, T)).toBeNull());
  test('is due exactly at its time', () => {
    expect([isDue(iso(T), T - 1), isDue(iso(T), T), isDue(null, T), isDue(undefined, T)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

test('the hold ends exactly at its time', () => {
  expect(heldFor({ unlocksAt: iso(T) }, T - 1)).toBe(1);
  expect(heldFor({ unlocksAt: iso(T) }, T)).toBe(0);
  expect(heldFor({ unlocksAt: iso(T) }, T + 1)).toBe(0);
});

test('the number of paid periods follows from what was paid, and is none if a payment would round to nothing', () => {
  expect(periodsPaid({ output: '1.2', periodOutput: '0.1' })).toBe(12);
  expect(periodsPaid({ output: '0', periodOutput: '0.1' })).toBe(0);
  expect(periodsPaid({ output: '0', periodOutput: '0' })).toBe(0);
  expect(rateOf({ amount: '100', periodOutput: '0.1' })).toBeCloseTo(0.001, 12);
});

test('queued stakes are not free, and never make the free balance negative', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 24n),
      fc.array(fc.bigInt(0n, 10n ** 24n), { maxLength: 5 }),
      (held, all) => {
        const rest = toUnits(lessQueued(fromUnits(held), all.map(fromUnits)));
        const sum = all.reduce((a, b) => a + b, 0n);
        expect(rest).toBe(sum > held ? 0n : held - sum);
      },
    ),
  );
});

test('a stake announces its next three payments, the soonest first, until it is redeemed', () => {
  expect(comingTimes({ nextOutputAt: '2026-11-21T08:30:00.000Z' })).toEqual([
    '2026-11-21T08:30:00.000Z',
    '2026-11-22T08:30:00.000Z',
    '2026-11-23T08:30:00.000Z',
  ]);
  expect(comingTimes({ nextOutputAt: null })).toEqual([]);
});
