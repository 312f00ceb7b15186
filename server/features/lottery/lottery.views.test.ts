// The lottery's arithmetic: no part of a pool is lost or created, whoever wins; also what a page shows before
// everything is paid.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  NOTHING,
  type Round,
  digitsOf,
  finishedView,
  indexView,
  numberOf,
  rewardOf,
} from './lottery.views.ts';

const COIN = 10n ** 18n;

const round: Round = {
  ...{ round: '2026-11-21', closesAt: new Date('2026-11-21T12:00:00Z'), state: 'closed' },
  ...{ carried: 5n * COIN, issued: 4n * COIN, paid: COIN, guesses: 3, miners: 2 },
  ...{ drawn: 42, winners: 2, share: 3n * COIN, rolled: null },
};

test('three digits convert to one number and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), (n) => {
      expect(numberOf(digitsOf(n))).toBe(n);
      expect(digitsOf(n).join('')).toBe(String(n).padStart(3, '0'));
    }),
  );
});

test('an account gets one share per guess that was drawn, once the round is settled', () => {
  const mine = { numbers: [42, 7, 42], paid: 4n * COIN };
  expect(rewardOf(round, mine)).toBe(0n);
  expect(rewardOf({ ...round, state: 'settled' }, mine)).toBe(6n * COIN);
  expect(rewardOf({ ...round, state: 'settled' }, NOTHING)).toBe(0n);
  expect(rewardOf({ ...round, state: 'void', drawn: null, share: 0n }, mine)).toBe(0n);
});

const facts = {
  ...{ round: { ...round, state: 'open', drawn: null, winners: 0, share: 0n } as Round, mine: NOTHING },
  ...{ miners: 3, eligible: true, draw: undefined, rule: 'validator' as const, now: new Date(0) },
};

test('a round that is being paid does not reveal its draw yet', () => {
  const previous = { round, mine: { numbers: [42], paid: 0n } };
  expect(indexView({ ...facts, previous }).previous).toEqual({
    ...{ round: '2026-11-21', state: 'drawing', drawn: null, winners: 0, share: '0' },
    ...{ myGuesses: [[0, 4, 2]], myReward: '0' },
  });
  const settled = { round: { ...round, state: 'settled' as const }, mine: previous.mine };
  expect(indexView({ ...facts, previous: settled }).previous).toMatchObject({
    ...{ state: 'settled', drawn: [0, 4, 2], winners: 2, share: '3', myReward: '3' },
  });
});

test('the open round’s pool is what it would be if it closed now', () => {
  expect(indexView({ ...facts, previous: null })).toMatchObject({ pool: '12', rolledOver: '5', miners: 3 });
  const waiting = { ...facts.round, carried: null };
  expect(indexView({ ...facts, round: waiting, previous: null })).toMatchObject({
    ...{ pool: '7', rolledOver: '0' },
  });
});

test('a finished round without a draw shows only the published hash of its seed', () => {
  const draw = { seedHash: `0x${'1'.repeat(64)}`, rule: 'plain' as const, result: null };
  const ended = {
    ...round,
    state: 'settled' as const,
    drawn: null,
    winners: 0,
    share: 0n,
    rolled: 10n * COIN,
  };
  expect(finishedView(ended, NOTHING, draw, 'validator')).toMatchObject({
    ...{ seedHash: draw.seedHash, seed: null, hash: null, drawn: null, rule: 'plain' },
    ...{ pool: '10', carried: '5', issued: '4', paid: '1', rolledOver: '10' },
  });
});
