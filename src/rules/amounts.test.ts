/** Amounts are exact in both directions, and only well-formed amounts are accepted. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromDecimals, fromUnits, isAmountText, times, toDecimals, toUnits, wholeSteps } from './amounts.ts';

describe('amounts', () => {
  test('property: every formatted amount parses back exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), (units) => {
        expect(toUnits(fromUnits(units))).toBe(units);
      }),
    );
  });

  test('formats the shortest form', () => {
    expect([0n, 1n, 12n * 10n ** 18n, 5n * 10n ** 17n, -(10n ** 17n)].map(fromUnits)).toEqual([
      '0',
      '0.000000000000000001',
      '12',
      '0.5',
      '-0.1',
    ]);
  });

  test.each(['1e3', '-1', '+1', 'NaN', '', ' 1', '1.', '.5', '0x10', '1,5', '1'.repeat(40), '١'])(
    'refuses %s as an amount',
    (text) => {
      expect(isAmountText(text)).toBe(false);
      expect(() => toUnits(text)).toThrow(new RangeError(`not an amount: ${text}`));
    },
  );

  test('has 38 digits at most, 20 of them before the point', () => {
    const longest = `${'1'.repeat(20)}.${'1'.repeat(18)}`;
    expect([longest, `${longest}1`, '1'.repeat(20), '1'.repeat(21)].map(isAmountText)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('without what is finer than a token is a whole number of its steps', () => {
    expect(wholeSteps(toUnits('1.23456789'), 6)).toBe(toUnits('1.234567'));
    expect([wholeSteps(1_999n, 18), wholeSteps(toUnits('0.9'), 0)]).toEqual([1_999n, 0n]);
  });

  test('accepts a nineteenth decimal as well-formed and does not round it away', () => {
    expect(isAmountText('0.1234567890123456789')).toBe(true);
    expect(() => toUnits('0.1234567890123456789')).toThrow(RangeError);
  });

  test('property: a share is rounded down', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        (units, rate) => {
          const product = units * rate - times(units, rate) * 10n ** 18n;
          expect(product >= 0n && product < 10n ** 18n).toBe(true);
        },
      ),
    );
  });

  test('an amount keeps its value, and decimals beyond 18 are dropped', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.nat(18), (amount, decimals) => {
        const text = amount.toString().padStart(decimals + 1, '0');
        const [whole, rest] = [text.slice(0, text.length - decimals), text.slice(text.length - decimals)];
        const written = rest ? `${whole}.${rest}`.replace(/\.?0+$/, '') : whole;
        expect(fromUnits(fromDecimals(amount, decimals))).toBe(written);
      }),
    );
    expect(fromDecimals(12_345n, 20)).toBe(123n);
    expect(fromDecimals(99n, 20)).toBe(0n);
  });

  test("units of ours become the token's own and back, without a rest being invented", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 38n), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
        const back = fromDecimals(toDecimals(units, decimals), decimals);
        expect(units - back).toBeGreaterThanOrEqual(0n);
        expect(units - back).toBeLessThan(10n ** BigInt(18 - decimals));
      }),
    );
  });
});
