// A deposit's state follows from what the node says, in every order in which a chain can report it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUnits } from '#rules/amounts.ts';
import {
  type Deposit,
  type Memory,
  NO_MEMORY,
  SLOW_MS,
  type Observation,
  type Status,
  UNKNOWN_MS,
  amountProblem,
  balanceAfter,
  moved,
  remember,
  roundedUp,
  statusOf,
} from './deposit.rules.ts';

const TOKEN = '0x1111111111111111111111111111111111111111';
const TREASURY = '0x2222222222222222222222222222222222222222';
const OWNER = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const HASH = `0x${'ab'.repeat(32)}`;
const SENT = 1_000_000;

const deposit: Deposit = {
  id: 'a',
  hash: HASH,
  coin: 'USDT',
  amount: '5',
  decimals: 18,
  token: TOKEN,
  treasury: TREASURY,
  owner: OWNER,
  chainId: 1337,
  block: 90,
  sentAt: SENT,
  sender: OWNER.toLowerCase(),
  nonce: 7,
};
const transfer = { hash: HASH, token: TOKEN, from: OWNER.toLowerCase(), to: TREASURY, amount: 5n };
const receipt = (block: number, ok = true) => ({ block, ok, transfers: ok ? [transfer] : [] });
const mined = (block: number, head: number): Observation => ({
  head,
  receipt: receipt(block),
  known: true,
  nonce: null,
});
const waiting: Observation = { head: 100, receipt: null, known: true, nonce: 7 };

/** Feeds in the observations one by one and returns the last status. */
function after(observations: Observation[], { confirmations = 3, everyMs = 1000 } = {}): Status {
  let memory: Memory = NO_MEMORY;
  let status: Status | undefined;
  observations.forEach((observation, at) => {
    const now = SENT + at * everyMs;
    memory = remember(deposit, observation, memory, confirmations, now);
    status = statusOf(deposit, observation, memory, confirmations, now);
  });
  if (!status) throw new Error('nothing was seen');
  return status;
}
const times = (count: number, observation: Observation) => Array.from({ length: count }, () => observation);

describe('an amount', () => {
  const held = 10n ** 18n;
  test.each([
    ['', 'empty'],
    ['0', 'invalid'],
    ['0.000', 'invalid'],
    ['1.', 'invalid'],
    ['-1', 'invalid'],
    ['1e3', 'invalid'],
    ['0.0000000000000000001', 'invalid'],
    ['1', null],
    ['0.000000000000000001', null],
    ['1.000000000000000001', 'balance'],
  ] as const)('%s is %s', (text, problem) => expect(amountProblem(text, held, 18)).toBe(problem));

  test('has no more decimals than the token', () => {
    expect(amountProblem('1.000001', 2n * held, 6)).toBeNull();
    expect(amountProblem('1.0000001', 2n * held, 6)).toBe('invalid');
  });

  test('that is missing is rounded up to what the token can transfer', () => {
    expect(roundedUp('6.666666666666666667', 6)).toBe('6.666667');
    expect([roundedUp('9', 6), roundedUp('0.5', 18), roundedUp('', 6)]).toEqual(['9', '0.5', '']);
  });

  test('is only called too much when the balance is known', () => {
    expect(amountProblem('5', null, 18)).toBeNull();
  });

  test('equal to the whole balance is never too much, and one smallest unit more always is', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 37n), (units) => {
        expect(amountProblem(fromUnits(units), units, 18)).toBeNull();
        expect(amountProblem(fromUnits(units + 1n), units, 18)).toBe('balance');
        expect(balanceAfter(fromUnits(units), fromUnits(units))).toBe(fromUnits(2n * units));
      }),
    );
  });
});

describe('a deposit', () => {
  test('is sent while it is in no block, and slow after a while', () => {
    expect(after([waiting])).toEqual({ is: 'sent', slow: false });
    expect(after(times(3, waiting), { everyMs: SLOW_MS })).toEqual({ is: 'sent', slow: true });
  });

  test('counts its own block as the first confirmation', () => {
    expect(after([mined(100, 100)])).toEqual({ is: 'confirming', count: 1, of: 3 });
    expect(after([mined(100, 101)])).toEqual({ is: 'confirming', count: 2, of: 3 });
    expect(after([mined(100, 102)])).toEqual({ is: 'crediting', slow: false });
    expect(after([mined(100, 100)], { confirmations: 1 })).toEqual({ is: 'crediting', slow: false });
  });

  test('never counts below zero or beyond what is needed', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.nat(1000),
        fc.integer({ min: 1, max: 30 }),
        (block, head, confirmations) => {
          const status = after([mined(block, head)], { confirmations });
          const count = status.is === 'confirming' ? status.count : confirmations;
          expect(count).toBe(Math.max(0, Math.min(confirmations, head - block + 1)));
        },
      ),
    );
  });

  test('waits for its credit when it is confirmed, and is slow a minute later', () => {
    expect(after([mined(100, 102), mined(100, 103)], { everyMs: SLOW_MS + 1 })).toEqual({
      is: 'crediting',
      slow: true,
    });
  });

  test('waits again when its block leaves the chain, and counts from its new block', () => {
    const observations = [mined(100, 101), { ...waiting, head: 101 }];
    expect(after(observations)).toEqual({ is: 'sent', slow: false });
    expect(after([...observations, mined(102, 102)])).toEqual({ is: 'confirming', count: 1, of: 3 });
  });

  test('has failed if it was reverted, or moved nothing to the treasury', () => {
    expect(after([{ ...mined(100, 100), receipt: receipt(100, false) }])).toEqual({ is: 'failed' });
    const elsewhere = { ...receipt(100), transfers: [{ ...transfer, to: OWNER.toLowerCase() }] };
    expect(after([{ ...mined(100, 100), receipt: elsewhere }])).toEqual({ is: 'failed' });
    const nothing = { ...receipt(100), transfers: [] };
    expect(after([{ ...mined(100, 100), receipt: nothing }])).toEqual({ is: 'failed' });
  });

  test('is replaced when another transaction has been seen in its place three times in a row', () => {
    const passed = { ...waiting, nonce: 8, known: false };
    expect(after(times(2, passed))).toEqual({ is: 'sent', slow: false });
    expect(after([passed, passed, waiting, passed])).toEqual({ is: 'sent', slow: false });
    expect(after(times(3, passed))).toEqual({ is: 'replaced' });
    expect(after([...times(3, passed), mined(100, 100)]), 'a node may have been behind').toEqual({
      is: 'confirming',
      count: 1,
      of: 3,
    });
  });

  test('is never called replaced while its place is unknown', () => {
    const memory = remember({ nonce: null }, { ...waiting, nonce: 99 }, { ...NO_MEMORY, passed: 2 }, 3, SENT);
    expect(memory.passed).toBe(0);
  });

  test('is lost when the node has not known it for a minute, and found when the node knows it again', () => {
    const unknown = { ...waiting, known: false };
    expect(after(times(2, unknown), { everyMs: UNKNOWN_MS })).toMatchObject({ is: 'sent' });
    expect(after(times(2, unknown), { everyMs: UNKNOWN_MS + 1 })).toEqual({ is: 'lost' });
    expect(after([unknown, unknown, waiting], { everyMs: UNKNOWN_MS + 1 })).toMatchObject({ is: 'sent' });
  });

  test('is never replaced or lost while it has a receipt, whatever was seen before', () => {
    const observation = fc.record({
      head: fc.integer({ min: 100, max: 110 }),
      receipt: fc.constantFrom(null, receipt(100)),
      known: fc.boolean(),
      nonce: fc.constantFrom(null, 7, 8),
    });
    fc.assert(
      fc.property(
        fc.array(observation, { maxLength: 12 }),
        fc.integer({ min: 0, max: 100_000 }),
        (before, everyMs) => {
          const { is } = after([...before, mined(100, 101)], { everyMs });
          expect(is).toBe('confirming');
        },
      ),
    );
  });
});

test('the amount of a transaction is the sum of its transfers to the treasury', () => {
  expect(moved(deposit, receipt(1))).toBe(5n);
  const two = {
    ...receipt(1),
    transfers: [transfer, { ...transfer, amount: 2n }, { ...transfer, token: OWNER }],
  };
  expect(moved(deposit, two)).toBe(7n);
  expect(moved(deposit, receipt(1, false))).toBeNull();
});
