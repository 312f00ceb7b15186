/** The listed coins: their order, and what demo mode seeds for each. */
import { expect, test } from 'vitest';
import { fromUnits } from '#rules/amounts.ts';
import { COINS, reserveSeed, seedPrice } from './coins.ts';

test("lists coins in the product's order, and seeds each reserve with just 100,000 USDT's worth", () => {
  const order = ['ADIT', 'USDT', 'BTC', 'ETH', 'BNB', 'SQL', 'XRP', 'AOA', 'OOGE', 'TON', 'SHIB', 'AVAX'];
  expect(COINS.map(({ symbol }) => symbol)).toEqual(order);
  const worth = COINS.filter(({ symbol }) => symbol !== 'TON').map(
    (coin) => reserveSeed(coin) * (seedPrice(coin) ?? 0n),
  );
  for (const one of worth) {
    expect(one).toBeLessThanOrEqual(10n ** 41n);
    expect(one).toBeGreaterThan(10n ** 41n - 10n ** 23n);
  }
  const adit = COINS.find(({ symbol }) => symbol === 'ADIT');
  expect(adit && fromUnits(reserveSeed(adit))).toBe('10000000');
});
