/** What counts as a deposit, judging by log and receipt, and how much of the chain is read in one go. */
import { ZeroAddress, getAddress, toBeHex, zeroPadValue } from 'ethers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Book,
  type Log,
  MOST_AT_ONCE,
  type Receipt,
  TRANSFER,
  type Transfer,
  compare,
  cutAt,
  depositOf,
  mayContain,
  nextSpan,
  standsAt,
  tokensOf,
  transferOf,
} from './deposits.rules.ts';
import { CHUNK } from '#server/chain/watcher.rules.ts';

const account = (digit: string) => getAddress(`0x${digit.repeat(40)}`);
const [TOKEN, TREASURY, OTHER, ALICE] = [account('1'), account('2'), account('3'), account('a')];
const HASH = `0x${'b'.repeat(64)}`;
const book: Book = {
  tokens: new Map([[TOKEN.toLowerCase(), { coin: 'USDT', decimals: 6 }]]),
  treasuries: [TREASURY],
};
const logOf = (more: Partial<Log> & { from?: string; to?: string; amount?: bigint } = {}): Log => {
  const { from = ALICE, to = TREASURY, amount = 1_500_000n, ...rest } = more;
  return {
    address: TOKEN,
    topics: [TRANSFER, zeroPadValue(from, 32), zeroPadValue(to, 32)],
    data: toBeHex(amount, 32),
    blockNumber: '0x10',
    blockHash: HASH,
    transactionHash: `0x${'C'.repeat(64)}`,
    logIndex: '0x5',
    ...rest,
  };
};
const other = logOf({ address: account('9'), logIndex: '0x4' });
const receiptOf = (more: Partial<Receipt> = {}): Receipt => ({
  status: '0x1',
  blockNumber: '0x10',
  blockHash: HASH,
  logs: [other, logOf()],
  ...more,
});
const transfer = transferOf(logOf(), book) as Transfer;

test('accepts a token that the operator added after the start like those known at the start', () => {
  const coins = [
    { symbol: 'USDT', decimals: 18, contract: TOKEN },
    { symbol: 'TON', decimals: 18, contract: null },
  ];
  const named = (address: string) => ({ terms: {}, contract: { address, decimals: 9 } });
  const usdt = [TOKEN.toLowerCase(), { coin: 'USDT', decimals: 18 }];
  expect([...tokensOf(coins, new Map())]).toEqual([usdt]);
  expect([...tokensOf(coins, new Map([['TON', named(OTHER)]]))]).toEqual([
    [OTHER.toLowerCase(), { coin: 'TON', decimals: 9 }],
    usdt,
  ]);
  // A coin keeps its token; a token of an unlisted coin belongs to nobody.
  const others = new Map([
    ['TON', named(TOKEN)],
    ['DOGE', named(ALICE)],
  ]);
  expect([...tokensOf(coins, others)]).toEqual([usdt]);
});

test('accepts a Transfer of a listed token to the treasury, in ledger units, for any number of decimals', () => {
  expect(transfer).toEqual({
    txHash: `0x${'c'.repeat(64)}`,
    coin: 'USDT',
    amount: 15n * 10n ** 17n,
    from: ALICE,
    logIndex: 5,
    block: { number: 16, hash: HASH },
  });
});

test('marks what went to an earlier treasury, or was of an earlier token', () => {
  expect(transferOf(logOf({ to: OTHER }), { ...book, treasuries: [TREASURY, OTHER] })?.replaced).toBe(true);
  const coin = { symbol: 'USDT', decimals: 18, contract: OTHER, earlier: [{ address: TOKEN, decimals: 6 }] };
  const tokens = tokensOf([coin], new Map());
  expect(transferOf(logOf(), { ...book, tokens })).toEqual({ ...transfer, replaced: true });
  expect(transferOf(logOf({ address: OTHER }), { ...book, tokens })?.replaced).toBeUndefined();
});

test('accepts nothing else as a deposit', () => {
  const topics = logOf().topics;
  const none: Log[] = [
    logOf({ address: account('9') }),
    logOf({ to: ALICE }),
    logOf({ amount: 0n }),
    logOf({ from: ZeroAddress }),
    logOf({ removed: true }),
    logOf({ topics: [HASH, ...topics.slice(1)] }),
    // ERC-721 uses the same event with the token id as a third topic.
    logOf({ topics: [...topics, HASH], data: '0x' }),
    logOf({ data: `${logOf().data}00` }),
  ];
  expect(none.map((log) => transferOf(log, book))).toEqual(none.map(() => null));
});

test('takes a deposit from its receipt, by its position among the logs', () => {
  expect(depositOf(transfer, HASH, receiptOf(), book)).toEqual({
    ...{ txHash: transfer.txHash, coin: 'USDT', amount: transfer.amount, from: ALICE },
    ...{ ordinal: 1, block: transfer.block },
  });
  const elsewhere = `0x${'d'.repeat(64)}`;
  const contradictions: [string | undefined, Receipt | null][] = [
    [HASH, null],
    [undefined, receiptOf()],
    [elsewhere, receiptOf()],
    [HASH, receiptOf({ status: '0x0' })],
    [HASH, receiptOf({ blockHash: elsewhere })],
    [HASH, receiptOf({ logs: [other] })],
    [HASH, receiptOf({ logs: [other, logOf({ amount: 1n })] })],
    [HASH, receiptOf({ logs: [other, logOf({ transactionHash: elsewhere })] })],
  ];
  for (const [hash, receipt] of contradictions) expect(depositOf(transfer, hash, receipt, book)).toBeNull();
});

test('finds a log among thousands in its receipt without looking at all of them', () => {
  let looks = 0;
  const logs = Array.from({ length: 2000 }, (_, index) => {
    const log = logOf({ logIndex: `0x${(index + 7).toString(16)}` });
    return {
      ...log,
      get logIndex() {
        looks += 1;
        return log.logIndex;
      },
    };
  });
  const found = logs.map((log) =>
    depositOf({ ...transfer, logIndex: Number(log.logIndex) }, HASH, receiptOf({ logs }), book),
  );
  expect(found.map((deposit) => deposit?.ordinal)).toEqual(logs.map((_, index) => index));
  expect(looks / logs.length).toBeLessThan(10);
});

test('compares credited deposits with the current chain', () => {
  const found = depositOf(transfer, HASH, receiptOf(), book);
  if (!found) throw new Error('no deposit');
  const moved = { ...found, block: { number: 17, hash: `0x${'e'.repeat(64)}` } };
  expect(compare(undefined, found)).toBe('fresh');
  expect(compare(found, found)).toBe('same');
  expect(compare(found, moved)).toBe('moved');
  expect(compare({ ...found, amount: 1n }, moved)).toBe('changed');
  expect(standsAt(found, receiptOf({ blockNumber: '0x20' }), book)).toEqual({ number: 32, hash: HASH });
  expect(standsAt(found, null, book)).toBeNull();
  expect(standsAt(found, receiptOf({ status: '0x0' }), book)).toBeNull();
  expect(standsAt(found, receiptOf({ logs: [logOf()] }), book)).toBeNull();
});

test('puts at most a thousand transfers in a commit unless one block has more, and never splits or skips a block', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, (blocks) => {
      const all = blocks.flatMap((size, index) =>
        Array.from({ length: size }, () => ({ ...transfer, block: { number: index + 1, hash: HASH } })),
      );
      const to = cutAt(all, blocks.length);
      const taken = all.filter(({ block }) => block.number <= to);
      expect(to).toBeGreaterThanOrEqual(1);
      expect(to).toBeLessThanOrEqual(blocks.length);
      if (all.length > 0) expect(taken.length).toBeGreaterThan(0);
      const peopled = new Set(taken.map(({ block }) => block.number));
      expect(taken.length <= MOST_AT_ONCE || peopled.size === 1).toBe(true);
      if (all.length <= MOST_AT_ONCE) expect(to).toBe(blocks.length);
    }),
  );
});

test('halves a refused range down to one block, and grows it again', () => {
  let span = CHUNK;
  for (let refusal = 0; refusal < 20; refusal += 1) span = nextSpan(span, true);
  expect(span).toBe(1);
  for (let answer = 0; answer < 20; answer += 1) span = nextSpan(span, false);
  expect(span).toBe(CHUNK);
});

test("a block's filter is believed when it excludes a value, and a full one excludes nothing", () => {
  const filter = (byte: string) => `0x${byte.repeat(256)}`;
  for (const value of [TOKEN, TRANSFER]) {
    expect(mayContain(filter('00'), value)).toBe(false);
    expect(mayContain(filter('ff'), value)).toBe(true);
  }
  // keccak256 of this address begins with e2c0 7404 b8c1, whose lowest eleven bits each are 704, 1028 and 193.
  const bits = [704n, 1028n, 193n];
  const holding = (set: bigint[]) =>
    toBeHex(
      set.reduce((sum, bit) => sum | (1n << bit), 0n),
      256,
    );
  expect(mayContain(holding(bits), TOKEN)).toBe(true);
  for (const left of bits) expect(mayContain(holding(bits.filter((bit) => bit !== left)), TOKEN)).toBe(false);
});
