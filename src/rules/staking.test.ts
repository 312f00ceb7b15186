// The staking rules: what can be staked, what it pays, and when it can be redeemed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outputOf, paysAt, readStake, unlocksAt } from './staking.ts';
import { toUnits } from './amounts.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

test.each([
  ['10', toUnits('10')],
  ['10.000000000000000001', toUnits('10.000000000000000001')],
  ['9.999999999999999999', null],
  ['0', null],
  ['10.0000000000000000001', null],
  ['99999999999999999999', toUnits('99999999999999999999')],
])('a stake of %s is read as %s', (text, amount) => expect(readStake(text)).toBe(amount));

test('an order pays its rate rounded down, and never more than its own amount', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 38n), fc.bigInt(0n, 10n ** 18n - 1n), (amount, rate) => {
      const output = outputOf(amount, rate);
      expect(output * 10n ** 18n <= amount * rate).toBe(true);
      expect((output + 1n) * 10n ** 18n > amount * rate).toBe(true);
    }),
  );
  expect(outputOf(toUnits('1234'), toUnits('0.001'))).toBe(toUnits('1.234'));
});

test('an order can be redeemed at its first payment, after 24 h', () => {
  expect(unlocksAt(NOON)).toEqual(paysAt(NOON, 1));
  expect([paysAt(NOON), paysAt(NOON, 3), unlocksAt(NOON, 48)].map((at) => at.toISOString())).toEqual([
    '2026-11-22T12:00:00.000Z',
    '2026-11-24T12:00:00.000Z',
    '2026-11-23T12:00:00.000Z',
  ]);
});
