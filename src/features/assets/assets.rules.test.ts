// The asset page's sums are exact, and its filters show what they promise.
import { describe, expect, test } from 'vitest';
import {
  actionsOf,
  type Asset,
  byHolding,
  changeText,
  fundToday,
  heldOf,
  isOld,
  matching,
  OLD_MS,
  rateText,
  priceText,
  stakedValue,
  totalOf,
} from './assets.rules.ts';

const asset = (coin: string, change: Partial<Asset> = {}): Asset => ({
  coin,
  name: coin,
  decimals: 18,
  balance: '0',
  staked: '0',
  price: '1',
  fixedPrice: false,
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
  const names = (found: readonly Asset[]) => found.map(({ coin }) => coin);

  test("has what is held first, staked and tiny amounts too, each part in the server's order", () => {
    const { held, others } = byHolding([asset('TON'), ...items]);
    expect([names(held), names(others)]).toEqual([
      ['ADIT', 'USDT'],
      ['TON', 'BTC', 'ETH'],
    ]);
  });

  test('is searched by symbol and name, ignoring case and width', () => {
    const coins = [...items, asset('SHIB', { name: 'Shiba Inu' })];
    expect(names(matching(coins, ' bt '))).toEqual(['BTC']);
    expect(names(matching(coins, 'ETH'))).toEqual(['ETH']);
    expect(names(matching(coins, 'inu'))).toEqual(['SHIB']);
    expect(names(matching([asset('USDT', { name: 'Tether' }), ...coins], 'et'))).toEqual(['ETH', 'USDT']);
    expect(names(matching(coins, 'doge'))).toEqual([]);
    expect(matching(coins, '')).toHaveLength(5);
  });
});

test('a price has the decimals that its size makes worth reading', () => {
  expect(['98921.71805793', '2.1', '0.0000088', '3000'].map((price) => priceText(price, 'en'))).toEqual([
    ...['98,921.71', '2.1', '0.0000088', '3,000'],
  ]);
});

test('a change of a price has its sign and two decimals, and none for nothing', () => {
  expect(['0.0125', '-0.5', '0.0000', '12'].map((change) => changeText(change, 'en'))).toEqual([
    '+1.25%',
    '−50.00%',
    '0.00%',
    '+1,200.00%',
  ]);
});

test('a coin offers the actions it supports, and cannot be swapped without a price', () => {
  const all = { coin: 'BTC', depositable: true, withdrawable: true, exchangeable: true, price: '1' };
  const open = { exchange: true, staking: true };
  expect(actionsOf(all, open)).toEqual(['deposit', 'withdraw', 'exchange']);
  expect(actionsOf({ ...all, coin: 'ADIT' }, open)).toEqual(['deposit', 'withdraw', 'exchange', 'stake']);
  expect(actionsOf({ ...all, coin: 'ADIT' }, { exchange: false, staking: false })).toEqual([
    ...['deposit', 'withdraw'],
  ]);
  expect(actionsOf({ ...all, price: null }, open)).toEqual(['deposit', 'withdraw']);
  expect(actionsOf({ ...all, exchangeable: false }, open)).toEqual(['deposit', 'withdraw']);
  expect(actionsOf({ ...all, depositable: false, withdrawable: false, price: null }, open)).toEqual([]);
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

test.each([
  ['30', '30 ETH'],
  ['0.033333333333333333', '0.03333333 ETH'],
  ['0.000000002933333333', '0.000000002933 ETH'],
  ['0.000000000000000001', '0.000000000000000001 ETH'],
  ['0', '0 ETH'],
])('a rate of %s reads %s', (rate, text) => expect(rateText(rate, 'ETH', 'en')).toBe(text));

describe('what the fund pays today', () => {
  const fund = (left: string, produced: string) => ({ budgetLeft: '100', mine: { left, produced } });

  test('is offered to those who have something to sell to it, and no more than it brings', () => {
    expect(fundToday(fund('20', '1200'), '0.01')).toEqual({ usdt: '12', own: true });
    expect(fundToday(fund('20', '3000'), '0.01')).toEqual({ usdt: '20', own: true });
    expect(fundToday(fund('0', '3000'), '0.01')).toEqual({ usdt: '0', own: true });
  });

  test('is stated for all together to everybody else', () => {
    for (const each of [fund('20', '0'), { budgetLeft: '100', mine: null }])
      expect(fundToday(each, '0.01')).toEqual({ usdt: '100', own: false });
  });
});
