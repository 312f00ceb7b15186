/** The race's rules: what may be bet and when; a round never costs more than was reserved for it. */
import { expect, test } from 'vitest';
import { raceTimes } from '#rules/race.ts';
import { broughtBack, shownState } from './race.states.ts';

const N = 5_849_201;

const { opensAt, bettingEndsAt, drawsAt } = raceTimes(N);

const from = (at: Date, ms: number) => new Date(at.getTime() + ms);

test.each([
  ['open', opensAt, 'open'],
  ['open', from(bettingEndsAt, -1), 'open'],
  ['open', bettingEndsAt, 'closed'],
  ['open', drawsAt, 'drawing'],
  ['settling', drawsAt, 'drawing'],
  ['returning', drawsAt, 'drawing'],
  ['settled', drawsAt, 'settled'],
  ['void', drawsAt, 'void'],
] as const)('a round that is %s is shown at %s as %s', (state, at, shown) => {
  expect(shownState(state, N, at)).toBe(shown);
});

test('the payout is five times the stake on the champion, the stakes of a void round, or nothing before the end', () => {
  const stakes = [1n, 2n, 3n, 0n, 0n, 0n];
  expect(broughtBack(stakes, { state: 'settled', champion: 3 })).toBe(15n);
  expect(broughtBack(stakes, { state: 'settled', champion: 6 })).toBe(0n);
  expect(broughtBack(stakes, { state: 'void', champion: null })).toBe(6n);
  expect(broughtBack(stakes, { state: 'settling', champion: 3 })).toBe(0n);
  expect(broughtBack(stakes, { state: 'open', champion: null })).toBe(0n);
});
