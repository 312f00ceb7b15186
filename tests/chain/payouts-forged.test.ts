// Payouts that somebody wrote into the database: the worker signs only what the ledger has debited.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dismiss } from '#server/chain/payouts/payouts.repository.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { balances } from '#server/ledger/read.ts';
import { COIN } from '#tests/support/ledger.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture();

/** A row as an intruder would insert it, approved; returns its number. */
async function forged(address: string, journal: bigint): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    insert into payouts (user_id, coin, amount, fee, address, requested_at, approved_at, journal_id)
    values (${h.user}, 'USDT', ${10n * COIN}::numeric, ${COIN}::numeric, ${address}, now(), now(), ${journal}) returning id`.execute(
    h.db,
  );
  return rows[0]?.id ?? 0n;
}

/** The worker leaves it unsigned, reports it, pays an honest one alongside it, and rejecting it refunds nothing. */
async function expectUnsigned(id: bigint): Promise<void> {
  const honest = await h.order();
  await h.worker.look();
  await h.finalise();
  expect(await h.states(id, honest)).toEqual(['requested', 'confirmed']);
  expect(await pay.attemptsOf(h.db, id)).toEqual([]);
  expect(await h.alerts()).toEqual([`payout_undebited ${id}`]);
  const before = await balances(h.db, h.user);
  await dismiss(h.db, id, { reason: 'nobody ordered it', by: 'olga' }, systemClock.now());
  expect(await balances(h.db, h.user)).toEqual(before);
  await h.worker.look();
  expect(await h.alerts()).toEqual([]);
}

describe('a payout is not signed', () => {
  test('without a debit', async () => {
    await expectUnsigned(await forged(pay.newAddress(), 999_999n));
  });

  test('that names the debit of another one, even if the index that forbids it is gone', async () => {
    const address = pay.newAddress();
    const first = await h.order({ address, approved: false });
    const { journal_id: debit } = await h.payout(first);
    await sql`drop index payouts_journal`.execute(h.db);
    const second = await forged(address, debit);
    await expectUnsigned(second);
    await sql`delete from payouts where id = ${second}`.execute(h.db);
    await sql`create unique index payouts_journal on payouts (journal_id)`.execute(h.db);
    await dismiss(h.db, first, { reason: 'the end of the test' }, systemClock.now());
  });

  test('whose amount, coin or account is not what was debited', async () => {
    const other = await pay.richUser(h.db, ['USDT']);
    for (const change of [sql`amount = amount * 2`, sql`coin = 'ETH'`, sql`user_id = ${other}`]) {
      const id = await h.order();
      await sql`update payouts set ${change} where id = ${id}`.execute(h.db);
      await expectUnsigned(id);
    }
  });

  test('again after it was refunded, or paid', async () => {
    const refunded = await h.order();
    await dismiss(h.db, refunded, { reason: 'a test' }, systemClock.now());
    const paid = await h.order();
    await h.worker.look();
    await h.finalise();
    expect(await h.states(refunded, paid)).toEqual(['failed', 'confirmed']);
    const before = await pay.attemptsOf(h.db, paid);
    await sql`
      update payouts set state = 'requested', wallet = null, nonce = null, tx_hash = null where id in (${refunded}, ${paid})`.execute(
      h.db,
    );
    await h.worker.look();
    await h.finalise();
    expect(await h.states(refunded, paid)).toEqual(['requested', 'requested']);
    expect(await pay.attemptsOf(h.db, paid)).toEqual(before);
    expect(await h.alerts()).toEqual([`payout_undebited ${refunded}`, `payout_undebited ${paid}`]);
    await sql`update payouts set state = 'failed' where id in (${refunded}, ${paid})`.execute(h.db);
    await h.worker.look();
  });
});
