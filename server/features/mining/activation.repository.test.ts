// Activating a permanent miner: its price and who receives it; nobody pays twice or too little.
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import { createTrial, findFacts } from './mining.repository.ts';
import { activate } from './mining.usecases.ts';

removeClusterAtEnd();

onPostgres((open) => {
  /** An account whose trial is over, with this much USDT. */
  async function expired(usdt: bigint): Promise<bigint> {
    const db = open().kysely;
    const [id = 0n] = await makeUsers(db, 1);
    await createTrial(db, id, 1200n * COIN);
    await db.updateTable('miners').set({ state: 'expired' }).where('user_id', '=', id).execute();
    if (usdt > 0n)
      await post(db, {
        kind: 'deposit',
        at: NOON,
        lines: [
          { user: id, coin: 'USDT', amount: usdt },
          { system: 'custody', coin: 'USDT', amount: -usdt },
        ],
      });
    return id;
  }
  const buy = (id: bigint) => inTransaction(open().kysely, (tx) => activate(tx, id, 'usdt', NOON));
  const usdt = async (id: bigint) => (await balances(open().kysely, id)).get('USDT') ?? 0n;
  const miner = (id: bigint) => findFacts(open().kysely, id, NOON);

  describe('activation by USDT', () => {
    test('with USDT pays 10 USDT to the repurchase fund, and makes the miner permanent and the account official', async () => {
      const id = await expired(25n * COIN);
      const before = await systemBalance(open().kysely, 'buyback', 'USDT');
      await buy(id);
      expect(await usdt(id)).toBe(15n * COIN);
      expect((await systemBalance(open().kysely, 'buyback', 'USDT')) - before).toBe(10n * COIN);
      expect(await miner(id)).toMatchObject({ kind: 'permanent', state: 'pending_start' });
      const { official } = await open()
        .kysely.selectFrom('users')
        .select('official')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(official).toBe(true);
      expect(await audit(open().kysely)).toEqual([]);
    });

    test('with one smallest unit too little changes nothing, and the refusal contains balance and price', async () => {
      const id = await expired(10n * COIN - 1n);
      await expect(buy(id)).rejects.toMatchObject({
        name: 'insufficient_balance',
        data: { coin: 'USDT', balance: '9.999999999999999999', amount: '10' },
      });
      expect(await usdt(id)).toBe(10n * COIN - 1n);
      expect(await miner(id)).toMatchObject({ kind: 'trial', state: 'expired' });
    });

    test('with eight taps at once is paid once', async () => {
      const id = await expired(100n * COIN);
      const taps = await Promise.allSettled(Array.from({ length: 8 }, () => buy(id)));
      expect(taps.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const tap of taps)
        if (tap.status === 'rejected') expect(tap.reason).toMatchObject({ name: 'activation_unavailable' });
      expect(await usdt(id)).toBe(90n * COIN);
    });
  });
});
