// The page never claims more than the fund can pay.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { buyableAmount, institutionShare, isEmpty, payableAmount } from './buyback.rules.ts';

/** Up to a million USDT, at prices from a hundred-millionth of one: the results fit into an amount. */
const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
const price = fc.bigInt({ min: 10n ** 10n, max: 10n ** 24n });

test('1,000 USDT buy 100,000 ADIT at a cent', () => {
  expect(payableAmount('1000', '0.01')).toBe('100000');
});

test('what is shown as payable is covered by the fund, and one unit more is not', () => {
  fc.assert(
    fc.property(units, price, (fund, one) => {
      const most = toUnits(payableAmount(fromUnits(fund), fromUnits(one)) ?? '');
      expect(most * one).toBeLessThanOrEqual(fund * 10n ** 18n);
      expect((most + 1n) * one).toBeGreaterThan(fund * 10n ** 18n);
    }),
  );
});

test('the fund buys no more from a person than was produced, nor than their share pays for', () => {
  expect(buyableAmount({ left: '25.88', produced: '12' }, '0.01')).toBe('12');
  expect(buyableAmount({ left: '25.88', produced: '3000' }, '0.01')).toBe('2588');
  expect(buyableAmount({ left: '25.88', produced: '3000' }, null)).toBeNull();
});

test('shows nothing without a price', () => {
  expect(payableAmount('1000', null)).toBeNull();
  expect(payableAmount('1000', '0')).toBeNull();
});

test('draws the halves as they are, even with a remainder of one unit', () => {
  expect(institutionShare({ institution: '0', stakers: '0' })).toBe(0.5);
  expect(institutionShare({ institution: '50', stakers: '50' })).toBe(0.5);
  expect(institutionShare({ institution: '0.000000000000000002', stakers: '0.000000000000000001' })).toBe(
    0.6666,
  );
});

test('a fund below a cent is empty', () => {
  expect(isEmpty('0')).toBe(true);
  expect(isEmpty('0.009999999999999999')).toBe(true);
  expect(isEmpty('0.01')).toBe(false);
});
