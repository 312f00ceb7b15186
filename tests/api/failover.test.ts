/**
 * The primary dies under load and its standby takes over, as server/DEPLOYING.md describes it: two servers behind
 * nginx continue on their own, and reads continue from the standby meanwhile. At full length: `npm run chaos --
 * --only failover`.
 */
import { expect, test } from 'vitest';
import { failover } from '#tests/chaos/failover.ts';

test('a synchronous standby takes over with everything that was acknowledged, once; servers find it, and the old primary follows it', async () => {
  const load = { rate: 20, before: 2, after: 3, durable: false, tell: () => undefined };
  const { heardAgain, ...figures } = await failover({ ...load, synchronous: true });
  expect(figures).toMatchObject({ claims: 100, lost: 0, doubled: 0, readsFailed: 0, findings: '0 findings' });
  // Including those that listen for events.
  expect(heardAgain.map(Number.isFinite)).toEqual([true, true]);
});
