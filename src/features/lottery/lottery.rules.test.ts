// What the lottery's pages derive: prices, drums, sources of the pool, obstacles, and closing times as text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { i18n } from '@lingui/core';
import type { Limits } from '#api/limits.rules.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import {
  balanceAfter,
  costOf,
  digitAt,
  digitsFrom,
  digitsOf,
  EMPTY,
  fateOf,
  guessesLeft,
  hasGuess,
  obstacleOf,
  type Lottery,
  mostGuesses,
  nearestTurn,
  nextPrice,
  passedShare,
  randomGuesses,
  refusedPlay,
  rightDigits,
  sourcesOf,
  stepped,
  turned,
  wantsDigits,
} from './lottery.rules.ts';
import { closingText } from './lottery.words.ts';

const T = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

const lottery = (change: Partial<Lottery> = {}): Lottery => ({
  round: '2026-11-21',
  closesAt: iso(T),
  guessesUntil: iso(T - 30_000),
  seedHash: null,
  drawBlock: null,
  pool: '12',
  rolledOver: '4',
  maxPaidPool: '1800',
  miners: 3,
  guessPrice: '2',
  freeGuesses: 1,
  maxGuesses: 10,
  myGuesses: [],
  participationAmount: '0',
  eligible: true,
  rule: 'validator',
  previous: null,
  serverTime: iso(T - HOUR),
  ...change,
});
const limits = (change: Partial<Limits> = {}): Limits => ({
  dailyBetLimit: null,
  pendingLimit: null,
  pendingAt: null,
  pausedUntil: null,
  spentToday: '0',
  asOf: iso(T - HOUR),
  ...change,
});
const guesses = (count: number) => Array.from({ length: count }, (): [number, number, number] => [1, 2, 3]);

describe('drums', () => {
  test('make three digits once all are set', () => {
    const two = turned(turned(EMPTY, 0, 4), 2, 0);
    expect(two).toEqual([4, null, 0]);
    expect(digitsOf(two)).toBeNull();
    expect(digitsOf(turned(two, 1, 7))).toEqual([4, 7, 0]);
  });
  test('want all digits of a guess that is begun, also beside picked ones, unless there is no room for it', () => {
    const begun = turned(EMPTY, 1, 7);
    expect(wantsDigits(EMPTY, [], 10)).toBe(true);
    expect(wantsDigits(begun, [], 0)).toBe(true);
    expect(wantsDigits(begun, [[1, 2, 3]], 9)).toBe(true);
    expect(wantsDigits(begun, [[1, 2, 3]], 0)).toBe(false);
    expect(wantsDigits(EMPTY, [[1, 2, 3]], 9)).toBe(false);
    expect(wantsDigits([4, 7, 0], [], 9)).toBe(false);
  });
  test('step around in both directions, and begin at 0 or at 9', () => {
    expect([stepped(null, 1), stepped(null, -1), stepped(9, 1), stepped(0, -1)]).toEqual([0, 9, 0, 9]);
    expect([stepped(4, 3), stepped(1, -23)]).toEqual([7, 8]);
  });
  test('turn the short way to a digit, from any position', () => {
    expect(nearestTurn(0, 9)).toBe(-1);
    expect(nearestTurn(19, 0)).toBe(20);
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 0, max: 9 }), (turn, digit) => {
        const next = nearestTurn(turn, digit);
        expect(digitAt(next)).toBe(digit);
        expect(Math.abs(next - turn)).toBeLessThanOrEqual(5);
      }),
    );
  });
  test('rest on the nearest digit', () => {
    expect([digitAt(3.4), digitAt(9.6), digitAt(-0.6), digitAt(-10)]).toEqual([3, 0, 9, 0]);
  });
  test('are filled from bytes without favouring any digit', () => {
    expect(digitsFrom(Uint8Array.of(255, 250, 249, 251, 10, 7))).toEqual([9, 0, 7]);
    expect(digitsFrom(Uint8Array.of(255, 1, 2))).toBeNull();
    const counts = Array.from({ length: 10 }, () => 0);
    for (let byte = 0; byte < 250; byte += 1)
      for (const digit of digitsFrom(Uint8Array.of(byte, byte, byte)) ?? [])
        counts[digit] = (counts[digit] ?? 0) + 1;
    expect(new Set(counts)).toEqual(new Set([75]));
  });
});

describe('a guess', () => {
  test('is free at first, then costs its price, and at most ten are made', () => {
    expect(nextPrice(lottery())).toBe('0');
    expect(nextPrice(lottery({ myGuesses: guesses(1) }))).toBe('2');
    expect(costOf(lottery(), 5)).toBe('8');
    expect(costOf(lottery({ myGuesses: guesses(1) }), 5)).toBe('10');
    expect([0, 1, 10, 11].map((count) => guessesLeft(lottery({ myGuesses: guesses(count) })))).toEqual([
      10, 9, 0, 0,
    ]);
  });
  test('can be added as long as round, balance, limit and pool allow it', () => {
    expect(mostGuesses(lottery(), [null, null])).toBe(10);
    expect(mostGuesses(lottery({ myGuesses: guesses(8) }), [null, null])).toBe(2);
    expect(mostGuesses(lottery(), ['7.5', null])).toBe(4);
    expect(mostGuesses(lottery(), ['100', '3'])).toBe(2);
    expect(mostGuesses(lottery({ pool: '1797' }), [null, null])).toBe(2);
    // The free one needs neither money nor room.
    expect(mostGuesses(lottery({ pool: '1900' }), ['0', '0'])).toBe(1);
    expect(mostGuesses(lottery({ myGuesses: guesses(1) }), ['1', null])).toBe(0);
  });
  test('is picked at random without repeating one', () => {
    const drawn = [
      [1, 2, 3],
      [4, 4, 4],
      [4, 4, 4],
      [9, 0, 9],
    ] as [number, number, number][];
    expect(randomGuesses(2, [[1, 2, 3]], () => drawn.shift() ?? [0, 0, 0])).toEqual([
      [4, 4, 4],
      [9, 0, 9],
    ]);
  });
  test('is compared with the draw digit by digit', () => {
    expect([rightDigits([4, 7, 1], [4, 1, 7]), rightDigits([4, 7, 1], [4, 7, 1])]).toEqual([1, 3]);
    expect(rightDigits([4, 7, 1], [7, 1, 4])).toBe(0);
  });
  test('is recognised by its digits in order', () => {
    expect(hasGuess(guesses(2), [1, 2, 3])).toBe(true);
    expect(hasGuess(guesses(2), [3, 2, 1])).toBe(false);
    expect(hasGuess([], [1, 2, 3])).toBe(false);
  });
  test('leaves the rest of the balance', () => {
    expect(balanceAfter('2.5', '2')).toBe('0.5');
    expect(balanceAfter('2', '2')).toBe('0');
    expect(balanceAfter('1.999999999999999999', '2')).toBeNull();
  });
});

describe('the obstacle', () => {
  const asked = { signedIn: true, lottery: lottery(), limits: limits(), balance: '0', now: T - HOUR };
  const paid = { ...asked, balance: '2', lottery: lottery({ myGuesses: guesses(1) }) };
  test('is none for a free guess and for one that can be paid', () => {
    expect(obstacleOf(asked)).toBeNull();
    expect(obstacleOf(paid)).toBeNull();
    expect(obstacleOf({ ...paid, limits: undefined, balance: undefined })).toBeNull();
  });
  test('is, in this order, being a guest, a pause, no permanent miner, a closed or a full round', () => {
    const full = lottery({ eligible: false, myGuesses: guesses(10) });
    const until = iso(T);
    const all = { ...asked, lottery: full, limits: limits({ pausedUntil: until }) };
    expect(obstacleOf({ ...all, signedIn: false })).toEqual({ kind: 'guest' });
    expect(obstacleOf(all)).toEqual({ kind: 'paused', until });
    expect(obstacleOf({ ...all, now: T })).toEqual({ kind: 'miner' });
    const eligible = { ...asked, lottery: { ...full, eligible: true } };
    expect(obstacleOf({ ...eligible, now: T - 30_000 })).toEqual({ kind: 'closed' });
    expect(obstacleOf({ ...eligible, now: T - 30_001 })).toEqual({ kind: 'full' });
  });
  test('is a limit, from the first unit beyond it, for guesses that cost something', () => {
    const limit = (dailyBetLimit: string, spentToday: string) => limits({ dailyBetLimit, spentToday });
    expect(obstacleOf({ ...paid, limits: limit('5', '3') })).toBeNull();
    expect(obstacleOf({ ...paid, limits: limit('5', '3.000000000000000001') })).toEqual({
      kind: 'limit',
      limit: '5',
      spent: '3.000000000000000001',
    });
    expect(obstacleOf({ ...asked, limits: limit('0', '9') })).toBeNull();
  });
  test('is a pool that a paid guess would bring above its maximum; free guesses go on', () => {
    const pool = (size: string, made: number) => lottery({ pool: size, myGuesses: guesses(made) });
    expect(obstacleOf({ ...paid, lottery: pool('1798', 1) })).toBeNull();
    expect(obstacleOf({ ...paid, lottery: pool('1798.000000000000000001', 1) })).toEqual({ kind: 'pool' });
    expect(obstacleOf({ ...asked, lottery: pool('9000', 0) })).toBeNull();
  });
  test('is a balance below the price', () => {
    expect(obstacleOf({ ...paid, balance: '1.999999999999999999' })).toEqual({ kind: 'balance' });
    expect(obstacleOf({ ...asked, balance: '0' })).toBeNull();
  });
  test('is read from a refusal, as far as it is understood', () => {
    expect(refusedPlay({ reason: 'paused', pausedUntil: iso(T) })).toEqual({ kind: 'paused', until: iso(T) });
    expect(refusedPlay({ reason: 'limit', dailyBetLimit: '5', spentToday: '4' })).toEqual({
      kind: 'limit',
      limit: '5',
      spent: '4',
    });
    expect(refusedPlay({ reason: 'guesses', maxGuesses: 10 })).toEqual({ kind: 'full' });
    for (const other of [null, undefined, 'paused', {}, { reason: 'paused' }, { reason: 'new' }])
      expect(refusedPlay(other)).toBeNull();
  });
});

test('the pool is what rolled over, two for each miner, and paid guesses', () => {
  expect(sourcesOf(lottery())).toEqual({ issued: '6', paid: '2' });
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.nat(100_000),
      fc.nat(1000),
      (carried, miners, count) => {
        const paid = toUnits('2') * BigInt(count);
        const pool = fromUnits(carried + toUnits('2') * BigInt(miners) + paid);
        expect(sourcesOf({ pool, rolledOver: fromUnits(carried), miners }).paid).toBe(fromUnits(paid));
      },
    ),
  );
});

test('a finished round is void, without guesses, won, or rolled over', () => {
  const drawn: [number, number, number] = [1, 2, 3];
  expect(fateOf({ state: 'void', drawn: null, winners: 0 })).toBe('void');
  expect(fateOf({ state: 'settled', drawn: null, winners: 0 })).toBe('idle');
  expect(fateOf({ state: 'settled', drawn, winners: 2 })).toBe('won');
  expect(fateOf({ state: 'settled', drawn, winners: 0 })).toBe('rolled');
});

test('the elapsed share of a round stays between 0 and 1', () => {
  const at = (hours: number) => passedShare(iso(T), T - hours * HOUR);
  expect([at(24), at(18), at(0), at(-1), at(30)]).toEqual([0, 0.25, 1, 1, 0]);
});

describe('the closing time in words', () => {
  const say = (now: number, zone: string) => {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    return closingText(iso(T), 'en', now, zone).replaceAll('\u202f', ' ');
  };
  test('includes the reader’s own clock and day beside Singapore’s', () => {
    expect(say(T - HOUR, 'Europe/Berlin')).toBe('Draw today, 1:00 PM your time (8:00 PM in Singapore)');
    expect(say(T - 20 * HOUR, 'Europe/Berlin')).toBe(
      'Draw tomorrow, 1:00 PM your time (8:00 PM in Singapore)',
    );
    // Late in the evening there: the same time is tomorrow's small hours.
    expect(say(T - 8 * HOUR, 'America/Los_Angeles')).toBe(
      'Draw tomorrow, 4:00 AM your time (8:00 PM in Singapore)',
    );
  });
  test('shows one clock where both are the same', () => {
    expect(say(T - HOUR, 'Asia/Singapore')).toBe('Draw today, 8:00 PM in Singapore');
    expect(say(T - 23 * HOUR, 'Asia/Kuala_Lumpur')).toBe('Draw tomorrow, 8:00 PM in Singapore');
  });
});
