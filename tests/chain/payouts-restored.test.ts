// Payouts from another database than they were last paid from: restored, copied or promoted, it may lack what was sent.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sender } from '#server/chain/devnet/sender.ts';
import { MOVED } from '#server/chain/payouts/payouts.home.ts';
import { dismiss } from '#server/chain/payouts/payouts.repository.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { CHAIN_ID } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture({ doubtMs: 0 });

/** From now on this looks like another database than that of the last pass. */
const move = () =>
  h.db
    .updateTable('chain_cursor')
    .set({ hash: `0x${'0'.repeat(64)}` })
    .where('name', '=', 'payouts')
    .execute();

/** As in a backup from before this payout was signed. @returns its transaction */
async function forget(id: bigint): Promise<string> {
  const { tx_hash: hash, nonce } = await h.payout(id);
  await h.db.deleteFrom('payout_attempts').where('payout_id', '=', id).execute();
  await sql`
    update payouts set state = 'requested', wallet = null, nonce = null, tx_hash = null where id = ${id}`.execute(
    h.db,
  );
  // A wallet that has not paid anything yet has no row.
  const address = ['address', '=', h.wallet.address] as const;
  if (nonce === 0n)
    await h.db
      .deleteFrom('payout_wallets')
      .where(...address)
      .execute();
  else
    await h.db
      .updateTable('payout_wallets')
      .set({ next_nonce: nonce })
      .where(...address)
      .execute();
  return hash ?? '';
}

/** Whenever the node is asked what is final, it mines enough blocks to make the newest one final. */
async function finalSoon(_: string, [tag]: readonly unknown[]): Promise<void> {
  if (tag === 'finalized') await pay.mine(h.devnet, 3);
}

/** Looks, and finds payouts halted because the database is another one. */
async function expectHalted(): Promise<void> {
  await h.worker.look();
  expect([h.worker.status().ok, await h.alerts()]).toEqual([false, [`payouts_halted ${h.wallet.address}`]]);
  const alerts = await pay.alertsOf(h.db, h.wallet.address);
  expect(alerts.at(-1)?.detail).toBe(`${h.wallet.address}: ${MOVED}`);
}

test('if it lacks nothing, all approvals hold once the operator has resumed', async () => {
  const sent = await h.order();
  await h.worker.look();
  const waits = await h.order();
  await move();
  await expectHalted();
  expect(await h.states(sent, waits)).toEqual(['broadcast', 'requested']);
  expect(await h.worker.resume('olga')).toEqual([]);
  await h.worker.look();
  expect(h.worker.status()).toEqual({ ok: true, open: 2 });
  await h.finalise();

  const next = await h.order();
  await move();
  await expectHalted();
  expect(await h.worker.resume('olga')).toEqual([]);
  await h.worker.look();
  await h.finalise();
  expect(await h.states(sent, waits, next)).toEqual(['confirmed', 'confirmed', 'confirmed']);
});

test('from before the first payout: once nothing is pending, approvals are needed anew; what was paid is adopted, not paid again', async () => {
  const address = pay.newAddress();
  const paid = await h.order({ address });
  await h.worker.look();
  const hash = await forget(paid);
  const { worker, notified } = await h.watched();
  await move();
  await expectHalted();
  await expect(worker.resume('olga')).rejects.toThrow(
    `1 transaction of ${h.wallet.address}, known to the node and unknown here, must get into a block first; try again then`,
  );
  await pay.mine(h.devnet, 3);
  const other = await h.order({ approved: false });
  expect([await worker.resume('olga'), notified]).toEqual([[paid], [h.user]]);
  expect(await h.payout(paid)).toMatchObject({ state: 'requested', approved_at: null, approved_by: null });

  // It looks again in an hour, unless it is woken.
  const asleep = await h.open();
  await expect(asleep.adopt(other, hash)).rejects.toThrow(/no transfer of the hot wallet of exactly/);
  await asleep.adopt(paid, hash);
  await expect.poll(async () => (await h.payout(paid)).state).toBe('confirmed');
  await expect(asleep.adopt(paid, hash)).rejects.toThrow(/has ended/);
  expect(await pay.held(h.devnet, 'USDT', address)).toBe(9n * COIN);
  await dismiss(h.db, other, { reason: 'the end of the test' }, systemClock.now());
});

test('from before the last payout: the operator accepts the chain’s nonce, and approvals are needed anew', async () => {
  const first = await h.order();
  await h.worker.look();
  await h.finalise();
  const second = await h.order();
  await h.worker.look();
  await pay.mine(h.devnet, 3);
  const hash = await forget(second);
  await move();
  await expectHalted();
  await expect(h.worker.resume('olga')).rejects.toThrow(/`payouts resume 2`/);
  const { worker } = await h.watched({}, finalSoon);
  expect(await worker.resume('olga', 2n)).toEqual([second]);
  await worker.adopt(second, hash);
  await worker.look();
  expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
});

test('in the middle of a pass: what was chosen is not signed', async () => {
  const { worker } = await h.watched({}, async (method) => {
    if (method === 'eth_estimateGas') await move();
  });
  const id = await h.order();
  await worker.look();
  expect([await h.states(id), await pay.attemptsOf(h.db, id)]).toEqual([['requested'], []]);
  await expectHalted();
  await h.worker.resume('olga');
  await h.worker.look();
  await h.finalise();
  expect(await h.states(id)).toEqual(['confirmed']);
});

test('while the operator resumes: payouts are halted again', async () => {
  const first = await h.order();
  await h.worker.look();
  await h.finalise();
  await sender(h.devnet.rpc, h.wallet, CHAIN_ID).send([{ to: h.wallet.address, gasLimit: 21_000 }]);
  await pay.mine(h.devnet);
  const second = await h.order();
  await h.worker.look();
  expect(h.worker.status().ok).toBe(false);
  const { worker } = await h.watched({}, async (method, params) => {
    await finalSoon(method, params);
    if (params[0] === 'finalized') await move();
  });
  expect(await worker.resume('olga', 2n)).toEqual([]);
  await worker.stop();
  await expectHalted();
  expect(await h.worker.resume('olga')).toEqual([]);
  await h.worker.look();
  await h.finalise();
  expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
});
