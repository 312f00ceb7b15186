// Exact to the last unit, rounded down, and only pairs that the server accepts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import {
  type Quote,
  afterOf,
  amountProblem,
  firstPair,
  givable,
  inverse,
  isPair,
  minReceived,
  pairOf,
  partners,
  slippageOf,
} from './exchange.rules.ts';

const items = [
  { coin: 'ADIT', price: '0.01', exchangeable: true },
  { coin: 'USDT', price: '1', exchangeable: true },
  { coin: 'BTC', price: '90000', exchangeable: true },
  { coin: 'ETH', price: '3000', exchangeable: true },
  { coin: 'TON', price: null, exchangeable: true },
  { coin: 'SHIB', price: '0.0000088', exchangeable: false },
];
const coins = (list: readonly { coin: string }[]) => list.map(({ coin }) => coin);
const units = fc.bigInt({ min: 0n, max: 10n ** 36n });

describe('pairs', () => {
  test('pairs the native coin only with USDT, and all other priced coins with each other', () => {
    expect(coins(partners(items, 'ADIT', ''))).toEqual(['USDT']);
    expect(coins(partners(items, 'USDT', ''))).toEqual(['ADIT', 'BTC', 'ETH']);
    expect(coins(partners(items, 'BTC', ''))).toEqual(['USDT', 'ETH']);
    expect(isPair('BTC', 'BTC')).toBe(false);
  });

  test('can be reversed', () => {
    const coin = fc.constantFrom(...coins(items));
    fc.assert(fc.property(coin, coin, (a, b) => isPair(a, b) === isPair(b, a)));
  });

  test('keep a chosen coin whose price has disappeared', () => {
    expect(coins(givable(items, ''))).not.toContain('TON');
    expect(coins(givable(items, 'TON'))).toContain('TON');
    expect(coins(partners(items, 'BTC', 'TON'))).toContain('TON');
  });

  test.each([
    [{}, 'USDT', 'ADIT'],
    [{ from: 'ADIT' }, 'ADIT', 'USDT'],
    [{ to: 'ADIT' }, 'USDT', 'ADIT'],
    [{ to: 'USDT' }, 'ADIT', 'USDT'],
    [{ from: 'BTC' }, 'BTC', 'USDT'],
    [{ from: 'BTC', to: 'ETH' }, 'BTC', 'ETH'],
    [{ from: 'BTC', to: 'ADIT' }, 'BTC', 'USDT'],
    [{ from: 'TON' }, 'USDT', 'ADIT'],
    [{ from: 'SHIB' }, 'USDT', 'ADIT'],
    [{ from: 'XYZ', to: 'XYZ' }, 'USDT', 'ADIT'],
    [{ to: 'BTC' }, 'USDT', 'BTC'],
  ])('%o begins as %s to %s', (wanted, from, to) => {
    expect(firstPair(items, wanted)).toEqual({ from, to });
  });

  test('are valid whatever is chosen', () => {
    const coin = fc.constantFrom(...coins(items));
    fc.assert(
      fc.property(coin, coin, (from, to) => {
        const pair = pairOf(items, from, to);
        expect(isPair(pair.from, pair.to)).toBe(true);
        expect(pair.from).toBe(['TON', 'SHIB'].includes(from) ? 'USDT' : from);
      }),
    );
  });
});

describe('the minimum accepted amount', () => {
  test.each([
    ['100', 50, '99.5'],
    ['100', 1, '99.99'],
    ['1', 500, '0.95'],
    ['0.000000000000000001', 10, '0'],
    ['0.000000000000000999', 100, '0.000000000000000989'],
    ['123456789.123456789123456789', 100, '122222221.232222221232222221'],
  ])('of %s at %i hundredths of a percent is %s', (received, slippage, least) => {
    expect(minReceived(received, slippage)).toBe(least);
  });

  test('is rounded down, and never by a whole unit', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 500 }), (received, slippage) => {
        const least = toUnits(minReceived(fromUnits(received), slippage));
        const exact = received * BigInt(10_000 - slippage);
        expect(least * 10_000n <= exact && exact < (least + 1n) * 10_000n).toBe(true);
      }),
    );
  });
});

test.each([
  ['0.1', 10],
  ['0.01', 1],
  ['5', 500],
  ['5.00', 500],
  ['1.25', 125],
  ['0', undefined],
  ['0.001', undefined],
  ['5.01', undefined],
  ['12', undefined],
  ['', undefined],
  ['1.', undefined],
  ['.5', undefined],
])('%s %% is a slippage of %s', (typed, slippage) => {
  expect(slippageOf(typed)).toBe(slippage);
});

test('the inverse rate is rounded down', () => {
  expect(inverse('0.01')).toBe('100');
  expect(inverse('90000')).toBe('0.000011111111111111');
  expect(inverse('0')).toBeNull();
  expect(inverse('99999999999999999999')).toBeNull();
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (rate) => {
      const turned = toUnits(inverse(fromUnits(rate)) ?? '0');
      expect(turned * rate <= 10n ** 36n && 10n ** 36n < (turned + 1n) * rate).toBe(true);
    }),
  );
});

test('an amount is checked before it is quoted', () => {
  expect(amountProblem('10', '')).toBe('empty');
  expect(amountProblem('10', '0.000')).toBe('invalid');
  expect(amountProblem('10', '1.')).toBe('invalid');
  expect(amountProblem('10', '10')).toBeNull();
  expect(amountProblem('10', '10.000000000000000001')).toBe('balance');
});

test('balances afterwards are exact and never negative', () => {
  const quote = (balance: string): Quote => ({
    from: 'USDT',
    to: 'ADIT',
    amount: '10',
    received: '997',
    rate: '100',
    parts: [{ source: 'reserve', amount: '10', received: '997' }],
    produced: '0',
    fee: '3',
    feeRate: '0.003',
    priceAt: '2026-11-21T12:00:00.000Z',
    balances: { USDT: balance },
  });
  expect(afterOf(quote('10.5'))).toEqual({ from: '0.5', to: '997' });
  expect(afterOf(quote('9'))).toEqual({ from: null, to: '997' });
});
