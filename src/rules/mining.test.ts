// The miner's rules: who may have a permanent one, and that output and bonus are rounded down to the last unit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bonusOf } from './hashrate.ts';
import { mayActivate, outputOf } from './mining.ts';

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
