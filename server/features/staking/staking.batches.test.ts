// The number of orders per payout stays within its bounds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AIM_MS, BATCH, nextSize } from './staking.batches.ts';

test('batches grow while they are fast, shrink when they are slow, and stay within their bounds', () => {
  const { least, most } = BATCH.postgres;
  expect(nextSize(least, least, 30, BATCH.postgres)).toBe(2 * least);
  expect(nextSize(least, 12, 3, BATCH.postgres)).toBe(least);
  expect(nextSize(20_000, 0, 30, BATCH.postgres)).toBe(20_000);
  expect(nextSize(40_000, 40_000, 2 * AIM_MS, BATCH.postgres)).toBe(20_000);
  expect(nextSize(40_000, 40_000, 0.8 * AIM_MS, BATCH.postgres)).toBe(40_000);
  fc.assert(
    fc.property(fc.integer({ min: least, max: most }), fc.nat(20_000), fc.boolean(), (size, ms, full) => {
      const next = nextSize(size, full ? size : size - 1, ms, BATCH.postgres);
      expect(next >= least && next <= most && next <= 2 * size).toBe(true);
      if (ms > AIM_MS) expect(next <= size).toBe(true);
    }),
  );
});
