// The repurchase fund: what it may spend in a day, what of a sale it buys, and that rounding never costs it anything.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUnits } from './amounts.ts';
import {
  averagedFrom,
  budgetOf,
  halvesOf,
  isEmpty,
  mostSold,
  payableAt,
  repurchaseOf,
  runwayOf,
} from './buyback.ts';

const usdt = (opening: string, balance: string, paid: string, paidToAccount: string) =>
  budgetOf({
    opening: toUnits(opening),
    balance: toUnits(balance),
    paid: toUnits(paid),
    paidToAccount: toUnits(paidToAccount),
  });
const budget = (whole: string, left: string, share: string, leftOfShare: string) => ({
  ...{ whole: toUnits(whole), left: toUnits(left) },
  ...{ share: toUnits(share), leftOfShare: toUnits(leftOfShare) },
});

describe('the budget of a day', () => {
  test.each([
    ['a tenth of what the day began with', usdt('1000', '1000', '0', '0'), budget('100', '100', '20', '20')],
    ['less by what was paid', usdt('1000', '940', '60', '0'), budget('100', '40', '20', '20')],
    [
      'a fifth for one account, less by what it got',
      usdt('1000', '985', '15', '15'),
      budget('100', '85', '20', '5'),
    ],
    ['more by what comes in', usdt('1000', '1100', '0', '0'), budget('200', '200', '40', '40')],
    ['for an account no more than is left', usdt('1000', '905', '95', '0'), budget('100', '5', '20', '5')],
    [
      'nothing for an account that had its share',
      usdt('1000', '950', '50', '30'),
      budget('100', '50', '20', '0'),
    ],
    [
      'nothing once the operator has taken it out',
      usdt('1000', '890', '10', '0'),
      budget('10', '0', '2', '0'),
    ],
  ])('is %s', (_, found, expected) => expect(found).toEqual(expected));

  test('never takes the fund below nine tenths of what the day began with, nor an account above its share', () => {
    const amount = fc.bigInt(0n, 10n ** 30n);
    fc.assert(
      fc.property(amount, amount, amount, amount, (opening, balance, paid, before) => {
        const found = budgetOf({ opening, balance, paid, paidToAccount: before < paid ? before : paid });
        if (found.left > 0n) expect((balance - found.left) * 10n).toBeGreaterThanOrEqual(opening * 9n);
        expect(found.whole - found.left).toBe(paid);
        expect(found.share * 5n).toBeLessThanOrEqual(found.whole);
        expect(found.leftOfShare).toBeLessThanOrEqual(found.left);
        expect(found.leftOfShare).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  test('is empty when it does not even buy one ADIT', () => {
    expect([0n, toUnits('0.01') - 1n, toUnits('0.01')].map(isEmpty)).toEqual([true, true, false]);
  });
});

test('half of what was bought goes to the stakers, rounded down, and all of the rest to the institution', () => {
  expect(halvesOf(toUnits('25'))).toEqual({ stakers: toUnits('12.5'), institution: toUnits('12.5') });
  expect(halvesOf(7n)).toEqual({ stakers: 3n, institution: 4n });
});

describe('a sale', () => {
  const prices = { priceFrom: toUnits('0.01'), priceTo: toUnits('1') };
  const sold = (amount: string, unsold: string) =>
    repurchaseOf(toUnits(amount), { ...prices, unsold: toUnits(unsold) });

  test('is bought as far as the account has produced it', () => {
    expect(sold('100', '250')).toEqual({ repurchased: toUnits('100'), paid: toUnits('1') });
    expect(sold('100', '60')).toEqual({ repurchased: toUnits('60'), paid: toUnits('0.6') });
    expect(sold('100', '0')).toEqual({ repurchased: 0n, paid: 0n });
  });

  test('that would bring less than the smallest unit is not bought', () => {
    expect(repurchaseOf(99n, { ...prices, unsold: 99n })).toEqual({ repurchased: 0n, paid: 0n });
    expect(repurchaseOf(199n, { ...prices, unsold: 199n })).toEqual({ repurchased: 199n, paid: 1n });
  });

  test('can be as large as the budget allows, and beyond what was produced as the reserve allows', () => {
    const most = (unsold: string, price = prices.priceFrom) =>
      mostSold({ ...prices, priceFrom: price, unsold: toUnits(unsold) }, toUnits('5'), toUnits('2'));
    expect(most('500.1')).toBe(toUnits('500'));
    expect(most('500')).toBe(toUnits('700'));
    expect(most('400')).toBe(toUnits('600'));
    expect([most('1', 0n), most('0', 0n)]).toEqual([0n, 0n]);
  });

  test('buys as much ADIT as its price allows, rounded down', () => {
    expect(payableAt(toUnits('5'), toUnits('0.01'))).toBe(toUnits('500'));
    expect(payableAt(2n, toUnits('3'))).toBe(0n);
    expect(payableAt(toUnits('5'), 0n)).toBeNull();
  });
});

describe('how long the fund lasts', () => {
  test('follows from a week of spending, today included', () => {
    expect(averagedFrom(new Date('2026-11-21T15:59:59.999Z'))).toBe('2026-11-15');
    expect(averagedFrom(new Date('2026-11-21T16:00:00.000Z'))).toBe('2026-11-16');
  });

  test('is given in whole days, a century at most, and not at all when it paid nothing', () => {
    expect(runwayOf(1000n, 70n, 7)).toBe(100);
    expect(runwayOf(1009n, 70n, 7)).toBe(100);
    expect([runwayOf(36_525n, 1n, 1), runwayOf(36_526n, 1n, 1)]).toEqual([36_525, 36_525]);
    expect(runwayOf(36_524n, 1n, 1)).toBe(36_524);
    expect(runwayOf(1000n, 0n, 7)).toBeNull();
  });
});
