// The hashrate rules: what can be bought and sold back, and that a resale pays exactly four fifths of the price.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cyclesToBreakEven,
  mayOwn,
  priceOf,
  readPurchase,
  readResale,
  resalePrice,
  resaleValueOf,
  splitOf,
} from './hashrate.ts';
import { fromUnits, toUnits } from './amounts.ts';
import { HASHRATE_PRICE, OUTPUT_PER_HASHRATE, TOKEN_VALUE } from './figures.ts';

describe('hashrate', () => {
  test.each([
    ['100', '1'],
    ['100.0', '1'],
    ['0000100', '1'],
    ['1200', '12'],
    ['99999999999999999900', '999999999999999999'],
  ])('can be bought: %s for %s USDT', (text, price) => {
    expect(fromUnits(priceOf(readPurchase(text) ?? 0n))).toBe(price);
  });

  test.each([
    '0',
    '0.0',
    '1',
    '99',
    '101',
    '150',
    '100.5',
    '100.000000000000000001',
    '-100',
    '1e2',
    '',
    ' 100',
  ])('cannot be bought: %j', (text) => {
    expect(readPurchase(text)).toBeNull();
  });

  test('with more than 18 decimals is refused, even if all of them are 0', () => {
    expect(readPurchase(`100.${'0'.repeat(19)}`)).toBeNull();
    expect(readResale(`1.${'0'.repeat(19)}`)).toBeNull();
  });

  test.each([
    ['1', '0.008'],
    ['37', '0.296'],
    ['100', '0.8'],
    ['1000', '8'],
  ])('is bought back: %s for %s USDT', (text, value) => {
    expect(fromUnits(resaleValueOf(readResale(text) ?? 0n))).toBe(value);
  });

  test.each(['0', '0.5', '1.5', '1.000000000000000001', 'all'])('is not bought back: %j', (text) => {
    expect(readResale(text)).toBeNull();
  });

  test('property: selling back pays exactly four fifths of the price, and only whole steps can be bought', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n }), (n) => {
        const bought = readPurchase(String(n));
        expect(bought === null).toBe(n === 0n || n % 100n !== 0n);
        const sold = readResale(String(n));
        expect(sold === null).toBe(n === 0n);
        if (sold !== null) expect(resaleValueOf(sold) * 125n).toBe(sold);
        if (bought !== null) expect(resaleValueOf(bought) * 10n).toBe(priceOf(bought) * 8n);
      }),
    );
  });

  test('sets aside what its resale costs, rounded down, and gives the rest to the repurchase fund', () => {
    expect(resalePrice()).toBe(toUnits('0.008'));
    expect(splitOf(toUnits('10'))).toEqual({ resale: toUnits('8'), buyback: toUnits('2') });
    expect(splitOf(1n)).toEqual({ resale: 0n, buyback: 1n });
  });

  test('pays back in a hundred cycles, rounded up, and never if it produces nothing', () => {
    const cycles = (price: bigint) =>
      cyclesToBreakEven(price, toUnits(OUTPUT_PER_HASHRATE), toUnits(TOKEN_VALUE));
    const price = toUnits(HASHRATE_PRICE);
    expect([price, price + 1n, price - 1n].map(cycles)).toEqual([100n, 101n, 100n]);
    expect([cyclesToBreakEven(1n, 0n, 1n), cyclesToBreakEven(1n, 1n, 0n)]).toEqual([null, null]);
  });

  test('has a maximum that keeps the sum of a large team within 38 digits', () => {
    const most = toUnits('1000000000000000');
    expect(mayOwn(most)).toBe(true);
    expect(mayOwn(most + 1n)).toBe(false);
    expect(most * 50_000n).toBeLessThan(10n ** 38n);
  });
});
