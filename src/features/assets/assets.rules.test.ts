// The asset page's sums are exact, and its filters show what they promise.
import { describe, expect, test } from 'vitest';
import { actionsOf, type Asset, heldOf, isOld, OLD_MS, shown, stakedValue, totalOf } from './assets.rules.ts';

const asset = (coin: string, change: Partial<Asset> = {}): Asset => ({
  coin,
  decimals: 18,
  balance: '0',
  staked: '0',
  price: '1',
  priceAt: '2026-11-21T00:00:00.000Z',
  valueUsdt: '0',
  contract: null,
  depositable: false,
  exchangeable: true,
  withdrawable: false,
  minWithdraw: '1',
  withdrawFee: '0',
  withdrawLeft: null,
  ...change,
});

describe('the total', () => {
  test('adds decimals exactly', () => {
    const items = [
      asset('ADIT', { valueUsdt: '0.1' }),
      asset('USDT', { valueUsdt: '0.2' }),
      asset('BTC', { valueUsdt: '900000000000000.000000000000000001' }),
    ];
    expect(totalOf(items).usdt).toBe('900000000000000.300000000000000001');
  });

  test('of nothing is 0', () => {
    expect(totalOf([])).toEqual({ usdt: '0', unpriced: 0 });
  });

  test('counts the held coins without a price', () => {
    const items = [
      asset('TON', { price: null, valueUsdt: null, balance: '3' }),
      asset('SQL', { price: null, valueUsdt: null }),
    ];
    expect(totalOf(items)).toEqual({ usdt: '0', unpriced: 1 });
  });
});

describe('the list', () => {
  const items = [
    asset('ADIT', { staked: '5' }),
    asset('USDT', { balance: '0.000000000000000001' }),
    asset('BTC'),
    asset('ETH'),
  ];
  const coins = (options: { search?: string; hideZero?: boolean }) =>
    shown(items, { search: '', hideZero: false, ...options }).map(({ coin }) => coin);

  test("keeps the server's order", () => {
    expect(coins({})).toEqual(['ADIT', 'USDT', 'BTC', 'ETH']);
  });

  test('shows staked and tiny amounts even without zero balances', () => {
    expect(coins({ hideZero: true })).toEqual(['ADIT', 'USDT']);
  });

  test('is searched by symbol, ignoring case and width, including zero balances', () => {
    expect(coins({ search: ' bt ', hideZero: true })).toEqual(['BTC']);
    expect(coins({ search: 'ETH' })).toEqual(['ETH']);
    expect(coins({ search: 'doge' })).toEqual([]);
  });
});

test('a coin offers the actions it supports, and cannot be swapped without a price', () => {
  const all = { depositable: true, withdrawable: true, exchangeable: true, price: '1' };
  expect(actionsOf(all, true)).toEqual(['deposit', 'withdraw', 'exchange']);
  expect(actionsOf(all, false)).toEqual(['deposit', 'withdraw']);
  expect(actionsOf({ ...all, price: null }, true)).toEqual(['deposit', 'withdraw']);
  expect(actionsOf({ ...all, exchangeable: false }, true)).toEqual(['deposit', 'withdraw']);
  expect(
    actionsOf({ depositable: false, withdrawable: false, exchangeable: true, price: null }, true),
  ).toEqual([]);
});

test('a coin’s amount is the one that its value and the total are based on', () => {
  const held = asset('ADIT', { balance: '100.5', staked: '49.5', price: '0.01', valueUsdt: '1.5' });
  expect(heldOf(held)).toBe('150');
  expect(totalOf([held, asset('USDT', { balance: '2', valueUsdt: '2' })]).usdt).toBe('3.5');
});

test('the staked part has its own value', () => {
  expect(stakedValue({ staked: '50', price: '0.01' })).toBe('0.5');
  expect(stakedValue({ staked: '50', price: null })).toBeNull();
});

test('figures count as old after a minute', () => {
  const asOf = '2026-11-21T00:00:00.000Z';
  expect(isOld(asOf, Date.parse(asOf) + OLD_MS)).toBe(false);
  expect(isOld(asOf, Date.parse(asOf) + OLD_MS + 1)).toBe(true);
});
