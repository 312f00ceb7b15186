// The miner's rules: who may have a permanent one, and that output and bonus are rounded down to the last unit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bonusOf } from './hashrate.ts';
import {
  CYCLE_MS,
  mayActivate,
  outputOf,
  perHour,
  producedOf,
  restartsOnClaim,
  shareOf,
  stateAt,
  valueOf,
} from './mining.ts';
import { toUnits } from './amounts.ts';

test('only an account with an ended trial, or none at all, may activate a permanent miner', () => {
  const states = ['not_activated', 'pending_start', 'running', 'expired'] as const;
  expect(states.filter((state) => mayActivate({ kind: 'trial', state }))).toEqual([
    'not_activated',
    'expired',
  ]);
  expect(states.some((state) => mayActivate({ kind: 'permanent', state }))).toBe(false);
});

test('property: bonus and output are never more than their exact shares, and less than one smallest unit below', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
  fc.assert(
    fc.property(units, units, units, (a, b, c) => {
      const [one, two, three] = bonusOf([a, b, c], 3);
      for (const [got, exact, per] of [
        [one, a, 10n],
        [two, b, 20n],
        [three, c, 100n],
        [outputOf(a), a, 100n],
      ] as const) {
        expect(got * per <= exact && exact - got * per < per).toBe(true);
      }
    }),
  );
});

test('a cycle lasts a day', () => expect(CYCLE_MS).toBe(86_400_000));

test('1,200 hashrate produces 12 ADIT in a cycle, worth 0.12 USDT, 0.5 of them per hour', () => {
  expect(outputOf(toUnits('1200'))).toBe(toUnits('12'));
  expect(valueOf(toUnits('12'))).toBe(toUnits('0.12'));
  expect([perHour(toUnits('12')), perHour(47n)]).toEqual([toUnits('0.5'), 1n]);
});

test('a cycle produces evenly from its start to its end, rounded down, and nothing before or after', () => {
  const span = { startedAt: 1000, endsAt: 3000 };
  const at = [0, 1000, 1001, 1500, 1500.9, 2999, 3000, 9000];
  expect(at.map((now) => producedOf(span, 4001n, now))).toEqual([
    0n,
    0n,
    2n,
    1000n,
    1000n,
    3998n,
    4001n,
    4001n,
  ]);
  expect([0, 1000, 1500, 3000, 9000].map((now) => shareOf(span, now))).toEqual([0, 0, 0.25, 1, 1]);
});

test('a running cycle waits to be claimed from its very end, and no other state does', () => {
  expect([4, 5, 6].map((now) => stateAt('running', 5, now))).toEqual([
    'running',
    'pending_claim',
    'pending_claim',
  ]);
  expect([stateAt('running', null, 9), stateAt('expired', 5, 9)]).toEqual(['running', 'expired']);
});

test('claiming starts the next cycle only for a verified account that is not frozen', () => {
  const frozen = { since: '2026-11-01T00:00:00.000Z', reason: 'a review' };
  expect(restartsOnClaim({ kyc: 'approved', frozen: null })).toBe(true);
  expect(restartsOnClaim({ kyc: 'failed', frozen: null })).toBe(false);
  expect(restartsOnClaim({ kyc: 'approved', frozen })).toBe(false);
});
