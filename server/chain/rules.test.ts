/** Pure decisions: what is ready, what is read next, what a price is worth when it is old, what a saved state keeps, what demo mode seeds. */
import { expect, test } from 'vitest';
import { fromUnits } from '#rules/amounts.ts';
import { COINS, reserveSeed, seedPrice } from './coins.ts';
import { fresh } from './prices/prices.rules.ts';
import { trim } from './devnet/state.ts';
import { CHUNK, STRIDE, isBehind, nextRange, readyBlock, worthAWrite } from './watcher.rules.ts';

test('a block is ready at the later of its confirmations and finality', () => {
  expect(readyBlock(100, 98, 3)).toBe(98);
  expect(readyBlock(100, 98, 15)).toBe(86);
  expect(readyBlock(100, 60, 15)).toBe(60);
  expect(readyBlock(1, 0, 15)).toBeLessThan(0);
});

test('ranges follow each other without gap or overlap, in bounded steps', () => {
  expect(nextRange(10, 10)).toBeNull();
  expect(nextRange(10, 5)).toBeNull();
  expect(nextRange(10, 11)).toEqual({ from: 11, to: 11 });
  expect(nextRange(0, 10_000)).toEqual({ from: 1, to: CHUNK });
  expect(worthAWrite(10, 11)).toBe(false);
  expect(worthAWrite(10, 10 + STRIDE)).toBe(true);
});

test('a node that is behind is waited for; a block that is missing far below is gone', () => {
  expect(isBehind(100, 99, 97)).toBe(true);
  expect(isBehind(100, 120, 118)).toBe(true);
  expect(isBehind(100, 1000, 998)).toBe(false);
});

test('a price is good until its heartbeat and not a moment longer', () => {
  const at = new Date(1_700_000_000_000);
  const quote = { price: 5n, at };
  expect(fresh(quote, 60, new Date(at.getTime() + 60_000))).toBe(quote);
  expect(fresh(quote, 60, new Date(at.getTime() + 60_001))).toBeNull();
  expect(fresh({ price: 0n, at }, 60, at)).toBeNull();
  expect(fresh({ price: -1n, at }, 60, at)).toBeNull();
  expect(fresh(undefined, 60, at)).toBeNull();
});

test('trimming keeps genesis, block 1, the newest, every block that holds a transaction of somebody, and what draws need', () => {
  const keeper = '0xAbCd';
  const from = (number: number, who: string) => ({ block_number: number, info: { from: who } });
  const dump = {
    best_block_number: 100,
    blocks: Array.from({ length: 101 }, (_, number) => ({
      // Two blocks a second.
      header: { number: `0x${number.toString(16)}`, timestamp: `0x${(5000 + (number >> 1)).toString(16)}` },
    })),
    transactions: [from(20, '0xabcd'), from(30, '0x1'), from(30, '0xabcd'), from(99, '0xabcd')],
  };
  const kept = trim(dump, keeper, 3);
  const numbers = (one: typeof dump) => one.blocks.map((block) => Number(block.header.number));
  expect(numbers(kept)).toEqual([0, 1, 30, 98, 99, 100]);
  expect(kept.transactions).toEqual([from(30, '0x1'), from(30, '0xabcd'), from(99, '0xabcd')]);
  const more = trim(dump, keeper, 3, { blocks: [[19, 20]], since: 5048 });
  // The one before the first of that time proves that it is the first.
  expect(numbers(more)).toEqual([0, 1, 19, 20, 30, 95, 96, 97, 98, 99, 100]);
  expect(more.transactions).toHaveLength(4);
});

test('coins stand in the order of the product, and each reserve is worth 100,000 USDT and no more', () => {
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
