/** The payout worker's decisions, and the ledger's three entries for a withdrawal. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { COINS, seedPrice } from '#server/chain/coins.ts';
import { netOf, payoutEntry, refundEntry, withdrawEntry } from './payouts.ledger.ts';
import {
  MAX_ATTEMPTS,
  MAX_GAS_PRICE,
  type Receipt,
  doubtOf,
  firstPrice,
  gasLimitFor,
  hasPaid,
  isOverdue,
  isRevert,
  isTooCheap,
  raisedPrice,
  sendAnswer,
  tokenUnits,
} from './payouts.rules.ts';

const AT = new Date('2026-11-21T12:00:00Z');
const withdrawal = fc
  .record({ net: fc.bigInt(1n, 10n ** 30n), fee: fc.bigInt(0n, 10n ** 24n), id: fc.bigInt(1n, 10n ** 12n) })
  .map(({ net, fee, id }) => ({
    id,
    user: 7n,
    coin: 'USDT',
    amount: net + fee,
    fee,
    address: `0x${'1'.repeat(40)}`,
  }));
const sumOf = (...entries: ReturnType<typeof withdrawEntry>[]) => {
  const sums: Record<string, bigint> = {};
  for (const line of entries.flatMap(({ lines }) => lines)) {
    const owner = line.system ?? 'user';
    sums[owner] = (sums[owner] ?? 0n) + line.amount;
  }
  return sums;
};

test('every entry sums to zero, has no empty line, and has the payout as its reference, the debit with its recipient', () => {
  fc.assert(
    fc.property(withdrawal, (w) => {
      for (const make of [withdrawEntry, payoutEntry, refundEntry]) {
        const { lines, ref } = make(w, AT);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        expect(lines.every(({ amount }) => amount !== 0n)).toBe(true);
        expect(ref).toBe(make === withdrawEntry ? `${w.id}/${w.address}` : String(w.id));
      }
    }),
  );
});

test('after payment nothing is pending: the user has less, the house has the fee, the chain holds the net amount less', () => {
  fc.assert(
    fc.property(withdrawal, (w) => {
      const { user, payouts, custody, revenue } = sumOf(withdrawEntry(w, AT), payoutEntry(w, AT));
      expect([user, payouts, custody, revenue ?? 0n]).toEqual([-w.amount, 0n, netOf(w), w.fee]);
    }),
  );
});

test('after a refund everything is as before', () => {
  fc.assert(
    fc.property(withdrawal, (w) => {
      const sums = Object.values(sumOf(withdrawEntry(w, AT), refundEntry(w, AT)));
      expect(sums.every((sum) => sum === 0n)).toBe(true);
    }),
  );
});

test('ledger units convert to the token’s if that is exact, and throw otherwise', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
      const scale = 10n ** BigInt(18 - decimals);
      expect(tokenUnits(amount * scale, decimals)).toBe(amount);
      if (scale > 1n) expect(() => tokenUnits(amount * scale + 1n, decimals)).toThrow(RangeError);
    }),
  );
  expect(() => tokenUnits(1_000_000_000_001n, 6)).toThrow(
    new RangeError('not whole with 6 decimals: 1000000000001'),
  );
});

const price = fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, MAX_GAS_PRICE));

test('a replacement bids at least 15 % and 1 wei more, at least the market price, and never more than the maximum', () => {
  fc.assert(
    fc.property(price, fc.bigInt(0n, 2n * MAX_GAS_PRICE), (old, market) => {
      const next = raisedPrice(old, market);
      if (next === null) {
        expect(old * 115n).toBeGreaterThan((MAX_GAS_PRICE - 1n) * 100n);
        return;
      }
      expect(next).toBeGreaterThan(old);
      expect(next * 100n).toBeGreaterThanOrEqual(old * 115n);
      expect(next).toBeGreaterThanOrEqual(firstPrice(market));
      expect(next).toBeLessThanOrEqual(MAX_GAS_PRICE);
    }),
  );
});

test('a replacement of what cost nothing costs 1 wei, and the last price is the maximum itself', () => {
  expect([raisedPrice(0n, 0n), raisedPrice(1n, 0n), raisedPrice(100n, 0n)]).toEqual([1n, 2n, 115n]);
  // 115 % of it is exactly the maximum.
  const last = (MAX_GAS_PRICE * 100n) / 115n;
  expect([raisedPrice(last, 0n), raisedPrice(last + 1n, 0n)]).toEqual([MAX_GAS_PRICE, null]);
});

test('all replacements together raise a price of 1 gwei fourfold', () => {
  let bid = 1_000_000_000n;
  for (let n = 1; n < MAX_ATTEMPTS; n += 1) bid = raisedPrice(bid, 0n) ?? 0n;
  expect(bid).toBeGreaterThan(4_000_000_000n);
  expect(bid).toBeLessThan(4_100_000_000n);
});

test('the gas limit leaves room for a recipient whose balance has become zero', () => {
  expect(gasLimitFor(29_038n)).toBeGreaterThan(29_038n + 17_100n);
  expect(gasLimitFor(50_000n)).toBe(80_000n);
});

test('a wait is over after its time on the machine’s clock', () => {
  const later = (ms: number) => new Date(AT.getTime() + ms);
  expect([isOverdue(AT, later(59_999), 60_000), isOverdue(AT, later(60_000), 60_000)]).toEqual([false, true]);
});

test.each([
  ['already known', 'taken'],
  ['eth_sendRawTransaction: transaction already imported', 'taken'],
  ['AlreadyKnown', 'taken'],
  ['known transaction: 0x12', 'taken'],
  ['nonce too low', 'used'],
  ['Nonce too low: next nonce 5, tx nonce 4', 'used'],
  ['OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'used'],
  ['replacement transaction underpriced', 'refused'],
  ['insufficient funds for gas * price + value', 'refused'],
  ['txpool is full', 'refused'],
])('a node that says "%s" has %s it', (words, answer) => {
  expect(sendAnswer(words)).toBe(answer);
});

test('only a refusal because of the price justifies a higher one', () => {
  const words = [
    'transaction underpriced',
    'max fee per gas less than block base fee',
    'gas price too low',
    'FeeTooLow, fee is low',
  ];
  expect(words.map(isTooCheap)).toEqual([true, true, true, true]);
  expect(isTooCheap('Insufficient funds for gas * price + value')).toBe(false);
});

test('tells a call that fails from a node that cannot say', () => {
  expect(isRevert({ code: 3, message: 'execution failed' })).toBe(true);
  expect(isRevert({ code: -32_000, message: 'execution reverted' })).toBe(true);
  expect(isRevert({ code: -32_000, message: 'header not found' })).toBe(false);
});

const [TOKEN, WALLET, OTHER] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const receipt = (more: Partial<Receipt>): Receipt => ({
  transactionHash: '',
  blockHash: '',
  blockNumber: 1,
  succeeded: true,
  logs: [],
  ...more,
});
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** keccak256 of Approval(address,address,uint256). */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const moved = (token: string, from: string, event = TRANSFER): Receipt['logs'] => [
  {
    address: token,
    topics: [event, `0x${from.slice(2).padStart(64, '0')}`],
  },
];

test('counts as paid only what succeeded and moved our coins of that token', () => {
  const logs = moved(TOKEN.toUpperCase().replace('0X', '0x'), WALLET);
  expect(hasPaid(receipt({ logs }), TOKEN, WALLET)).toBe(true);
  expect(hasPaid(receipt({ logs, succeeded: false }), TOKEN, WALLET)).toBe(false);
  expect(hasPaid(receipt({}), TOKEN, WALLET)).toBe(false);
  expect(hasPaid(receipt({ logs: moved(OTHER, WALLET) }), TOKEN, WALLET)).toBe(false);
  expect(hasPaid(receipt({ logs: moved(TOKEN, OTHER) }), TOKEN, WALLET)).toBe(false);
  expect(hasPaid(receipt({ logs: moved(TOKEN, WALLET, APPROVAL) }), TOKEN, WALLET)).toBe(false);
  expect(hasPaid(receipt({ logs: [{ address: TOKEN, topics: [TRANSFER] }] }), TOKEN, WALLET)).toBe(false);
});

test('nothing more is signed once a nonce was used by somebody else, or that of a refunded payout is free again', () => {
  const numbered = (id: bigint, nonce: bigint) => ({ id, nonce });
  const ended = (state: string, id: bigint, nonce: bigint) => ({ ...numbered(id, nonce), state });
  expect([doubtOf(5n, 5n, [], []), doubtOf(4n, 5n, [], [])]).toEqual([null, null]);
  expect(doubtOf(4n, 5n, [], [ended('confirmed', 17n, 4n)])).toBeNull();
  expect(doubtOf(6n, 5n, [], [])).toEqual({
    kind: 'foreign',
    reason: "the chain's nonce is 6, ours 5: somebody else sends with this key",
  });
  expect(doubtOf(5n, 5n, [numbered(17n, 3n), numbered(18n, 4n)], [ended('failed', 16n, 6n)])).toEqual({
    kind: 'foreign',
    reason: 'nonce 3 of payout 17 was used by a transaction that is not ours',
  });
  expect(doubtOf(3n, 5n, [], [ended('confirmed', 17n, 3n), ended('failed', 18n, 4n)])).toEqual({
    kind: 'lost',
    reason:
      'payout 18 was refunded and its transaction has left the chain; send another one with nonce 4 from the hot wallet',
  });
});

test('every listed coin can be withdrawn: its minimum is above the fee, its daily limit above the minimum and worth about 10,000 USDT', () => {
  for (const coin of COINS) {
    const [fee, minimum, day] = [coin.withdrawFee, coin.minWithdraw, coin.dailyWithdraw].map(toUnits) as [
      bigint,
      bigint,
      bigint,
    ];
    expect([coin.symbol, fee < minimum, minimum < day]).toEqual([coin.symbol, true, true]);
    const worth = (day * (seedPrice(coin) ?? 0n)) / toUnits('1');
    if (coin.price !== null) expect(Math.abs(Number(worth / toUnits('1')) - 10_000)).toBeLessThan(500);
  }
});
