// The sheet's figures are exact and match what the server debits and sends.
import { i18n } from '@lingui/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { nextDay } from '#rules/days.ts';
import { amountRefusal } from './withdraw.words.ts';
import { amountProblem, isOpen, mostOf, waitsLong, withdrawalOf } from './withdraw.rules.ts';

const asset = (change = {}) => ({
  balance: '1000',
  minWithdraw: '10',
  withdrawFee: '1',
  withdrawLeft: null as string | null,
  decimals: 18,
  ...change,
});

test('the smallest withdrawal is named to its last digit', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  expect(amountRefusal({ coin: 'BTC', minimum: '0.00000123' }, 'en')).toContain('0.00000123 BTC');
});

describe('the maximum amount', () => {
  test.each([
    ['1000', null, 18, '1000'],
    ['1000', '200.5', 18, '200.5'],
    ['0', '200', 18, '0'],
    ['1.123456789', null, 6, '1.123456'],
    ['0.0000009', null, 6, '0'],
  ])('of %s with %s left today and %i decimals is %s', (balance, withdrawLeft, decimals, most) => {
    expect(mostOf(asset({ balance, withdrawLeft, decimals }))).toBe(most);
  });

  test('is never more than balance or limit', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(fromUnits);
    fc.assert(
      fc.property(
        amount,
        fc.option(amount),
        fc.integer({ min: 0, max: 18 }),
        (balance, withdrawLeft, decimals) => {
          const most = toUnits(mostOf(asset({ balance, withdrawLeft, decimals })));
          expect(most <= toUnits(balance)).toBe(true);
          expect(withdrawLeft === null || most <= toUnits(withdrawLeft)).toBe(true);
        },
      ),
    );
  });
});

describe('an amount', () => {
  test.each([
    ['', 'empty'],
    ['0', 'invalid'],
    ['0.0', 'invalid'],
    ['1.', 'invalid'],
    ['.5', 'invalid'],
    ['-5', 'invalid'],
    ['1e3', 'invalid'],
    ['0.0000000000000000001', 'invalid'],
    ['9.999999999999999999', 'min'],
    ['10', null],
    ['500', null],
    ['500.000000000000000001', 'limit'],
    ['1000', 'limit'],
    ['1000.000000000000000001', 'balance'],
  ])('%s: %s', (text, problem) => {
    expect(amountProblem(asset({ withdrawLeft: '500' }), text)).toBe(problem);
  });

  test('is too small if the fee takes all of it, whatever the minimum', () => {
    expect(amountProblem(asset({ minWithdraw: '0', withdrawFee: '1' }), '1')).toBe('min');
  });
});

test('net amount and fee add up to the amount; remainder and amount add up to the balance', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 30n });
  fc.assert(
    fc.property(units, units, units, (balance, amount, fee) => {
      const { receives, after } = withdrawalOf(
        { balance: fromUnits(balance), withdrawFee: fromUnits(fee) },
        fromUnits(amount),
      );
      if (amount <= fee) expect(receives).toBeNull();
      else expect(toUnits(receives ?? '') + fee).toBe(amount);
      if (amount > balance) expect(after).toBeNull();
      else expect(toUnits(after ?? '') + amount).toBe(balance);
    }),
  );
});

test('empty input has no figures', () => {
  expect(withdrawalOf(asset(), '')).toEqual({ receives: null, after: null });
  expect(withdrawalOf(asset(), '1.')).toEqual({ receives: null, after: null });
});

test.each([
  ['2026-11-21T15:59:59.999Z', '2026-11-21T16:00:00.000Z'],
  ['2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01T16:00:00.000Z'],
])('after %s the Singapore day ends at %s', (now, end) => {
  expect(new Date(nextDay(Date.parse(now))).toISOString()).toBe(end);
});

test('a withdrawal is open until it is paid or returned, and waits long if it is still only requested after a minute', () => {
  expect(
    (['requested', 'signed', 'broadcast', 'confirmed', 'failed'] as const).filter((state) =>
      isOpen({ state }),
    ),
  ).toEqual(['requested', 'signed', 'broadcast']);
  const time = '2026-11-21T12:00:00.000Z';
  const later = Date.parse(time) + 60_001;
  expect(waitsLong({ state: 'requested', time }, later)).toBe(true);
  expect(waitsLong({ state: 'requested', time }, later - 1)).toBe(false);
  expect(waitsLong({ state: 'signed', time }, later)).toBe(false);
});
