// The payouts worker on its own: what it does without being told, what wakes it and what stops it, and what it says.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startPayouts } from '#server/chain/payouts/payouts.ts';
import {
  approve,
  countOpenByState,
  countOpenOf,
  payoutOf,
} from '#server/chain/payouts/payouts.repository.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture();
const SOON = { timeout: 10_000, interval: 20 };
async function becomes(id: bigint, state: string): Promise<void> {
  await expect.poll(async () => (await h.payout(id)).state, SOON).toBe(state);
}

test('it pays what is ordered without being told to', async () => {
  await h.open({ pollMs: 20 });
  const id = await h.order();
  await becomes(id, 'broadcast');
  await pay.mine(h.devnet, 3);
  await becomes(id, 'confirmed');
});

test('it goes on after the node was away, and tells the log each time', async () => {
  let away = false;
  const { log } = await h.watched({ pollMs: 10 }, () => {
    if (away) throw new NodeUnreachable('no answer');
  });
  away = true;
  const id = await h.order();
  await expect.poll(() => log.length, SOON).toBeGreaterThan(2);
  for (const line of log)
    expect(line).toEqual(['warn', { err: new NodeUnreachable('no answer') }, 'the payout pass failed']);
  away = false;
  await becomes(id, 'broadcast');
  await h.finalise();
});

// An hour passes between two looks of these, unless they are woken.
test('a nudge wakes it', async () => {
  const worker = await h.open();
  const id = await h.order();
  worker.nudge();
  await becomes(id, 'broadcast');
  await h.finalise();
});

test('the end of a halt wakes it; halt and end are in the log, with who and why', async () => {
  const { worker, log } = await h.watched();
  expect([await worker.halt('looking'), await worker.halt('again')]).toEqual([true, false]);
  const id = await h.order();
  expect(await h.alerts()).toEqual([`payouts_halted ${h.wallet.address}`]);
  expect(await pay.alertsOf(h.db, h.wallet.address)).toEqual([
    { detail: `${h.wallet.address}: looking`, cleared_by: null },
  ]);
  await worker.resume('olga');
  await becomes(id, 'broadcast');
  await expect
    .poll(() => log, SOON)
    .toEqual([
      ['error', { wallet: h.wallet.address, reason: 'looking' }, 'payouts are halted'],
      ['warn', { by: 'olga', wallet: h.wallet.address }, 'payouts resumed'],
      ['info', { payout: String(id), trace: undefined }, 'payout sent'],
    ]);
  await h.finalise();
});

test('once stopped it asks for nothing more', async () => {
  const { worker, asked } = await h.watched({ pollMs: 5 });
  await h.order();
  await expect.poll(() => asked.length, SOON).toBeGreaterThan(20);
  await worker.stop();
  asked.length = 0;
  await sleep(100);
  expect(asked).toEqual([]);
  await h.finalise();
});

test('before it has looked, it says that nothing is open and nothing wrong', async () => {
  const worker = startPayouts({ ...pay.depsOf(h.devnet, h.db), key: h.wallet.privateKey });
  expect(worker.status()).toEqual({ ok: true, open: 0 });
  await worker.stop();
});

test('an unknown withdrawal cannot be given a transaction', async () => {
  await expect(h.worker.adopt(999_999n, `0x${'1'.repeat(64)}`)).rejects.toThrow(
    'withdrawal 999999 is unknown',
  );
});

test('payouts are counted by state and by coin until they end, and read with what was signed for them', async () => {
  expect([await countOpenByState(h.db), await countOpenOf(h.db, 'USDT')]).toEqual([[], 0]);
  expect(await payoutOf(h.db, 999_999n)).toBeUndefined();
  const worker = await h.open({ replaceAfterMs: 0 });
  const id = await h.order();
  const waits = await h.order({ approved: false });
  await worker.look();
  await worker.look();
  expect((await countOpenByState(h.db)).toSorted((a, b) => (a.state < b.state ? -1 : 1))).toEqual([
    { state: 'broadcast', n: 1 },
    { state: 'unapproved', n: 1 },
  ]);
  expect([await countOpenOf(h.db, 'USDT'), await countOpenOf(h.db, 'ETH')]).toEqual([2, 0]);
  const read = await payoutOf(h.db, id);
  expect(read?.payout).toEqual(await h.payout(id));
  const signed = read?.attempts.map(({ signed_at: at }) => at.getTime()) ?? [];
  expect(signed.length).toBeGreaterThan(1);
  expect(signed).toEqual(signed.toSorted((a, b) => a - b));
  await approve(h.db, waits, 'olga', systemClock.now());
  await h.worker.look();
  await h.finalise();
  expect(await countOpenByState(h.db)).toEqual([]);
});
