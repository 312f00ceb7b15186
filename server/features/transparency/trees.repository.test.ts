/**
 * Trees over the balances of a whole database: every account's proof is valid, interrupted steps are repeated,
 * published trees stay unchanged, and two processes build a single tree.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { nextDay } from '#rules/days.ts';
import { checkProof, proves } from '#proofs/proof.ts';
import type { Db } from '#server/db/client.ts';
import { inTransaction } from '#server/db/client.ts';
import { postBulk } from '#server/ledger/bulk.ts';
import { ledgerTotals, owedOf } from '#server/ledger/totals.ts';
import { balances } from '#server/ledger/read.ts';
import { onPostgres, quiet } from '#tests/support/databases.ts';
import { COIN, NOON } from '#tests/support/ledger.ts';
import { trees } from './proofs.repository.ts';
import { treeView } from './transparency.rules.ts';
import { TREE_JOB, proofOf, startTrees, wantTrees } from './transparency.usecases.ts';
import { treeKeeper } from './tree-keeper.ts';
import { wantTree } from './trees.repository.ts';

const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

async function people(db: Db, from: number, count: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    insert into users (address, invite_code, created_at)
    select '0x' || lpad(to_hex(n), 40, '0'), 'S' || n, ${NOON}
    from generate_series(${from}::int, ${from + count - 1}::int) n returning id`.execute(db);
  return rows.map(({ id }) => id);
}

const pay = (db: Db, users: readonly bigint[], coin: string) =>
  inTransaction(db, (tx) =>
    postBulk(tx, {
      ...{
        kind: 'mining',
        at: NOON,
        coin,
        from: coin === 'ADIT' ? ('issuance' as const) : ('custody' as const),
      },
      pays: users.map((user, n) => ({ user, amount: BigInt(n + 1) * COIN + BigInt(n) })),
    }),
  );

onPostgres((open, kind) => {
  const db = () => open().kysely;
  const keeperOf = () => treeKeeper({ database: open(), clock: { now: () => NOON }, log: quiet });
  const ownProof = async (n: number) => {
    const address = addressOf(n);
    const row = await db().selectFrom('users').select('id').where('address', '=', address).executeTakeFirst();
    return proofOf(db(), { id: row?.id ?? 0n, address });
  };
  const prove = async (n: number) => {
    const [tree] = await trees(db(), 1);
    if (!tree) throw new Error('there is no tree');
    const proof = await ownProof(n);
    expect(proof.root).toBe(tree.root);
    return { proof, ok: proves(checkProof(proof, treeView(tree), addressOf(n))) };
  };
  const rowsOf = async (table: 'solvency_chunks' | 'solvency_nodes') =>
    (await sql<{ n: bigint }>`select count(distinct tree) as n from ${sql.table(table)}`.execute(db()))
      .rows[0]?.n;

  describe(`trees on ${kind}`, () => {
    test('a database without accounts has an empty tree, which is published as well', async () => {
      await wantTree(db(), '2026-11-01', randomBytes(32));
      await keeperOf().run();
      const [tree] = await trees(db(), 9);
      expect(tree).toMatchObject({ leaves: 0, sums: '\n', asOf: NOON });
      await expect(ownProof(1)).rejects.toMatchObject({ name: 'not_found' });
    });

    test('every account of 600 has a valid proof, even without a balance, and newer accounts have none', async () => {
      const ids = await people(db(), 1, 600);
      await pay(db(), ids.slice(50), 'ADIT');
      await pay(db(), ids.slice(200, 400), 'USDT');
      await pay(db(), ids.slice(100, 120), 'BTC');
      await wantTree(db(), '2026-11-02', randomBytes(32));
      await keeperOf().run();
      const [tree] = await trees(db(), 1);
      const totals = await ledgerTotals(db());
      expect(tree?.leaves).toBe(600);
      expect(totals.get('USDT')?.users).toBeGreaterThan(0n);
      for (const [coin, of] of totals) {
        expect(owedOf(of)).toBe(of.users);
        expect(tree?.sums).toContain(`${coin}=${of.users}`);
      }
      for (const n of [1, 2, 50, 51, 101, 120, 201, 255, 256, 257, 400, 512, 513, 599, 600]) {
        const { proof, ok } = await prove(n);
        expect(ok, addressOf(n)).toBe(true);
        const held = await balances(db(), ids[n - 1] ?? 0n);
        expect(Object.keys(proof.leaf.balances).toSorted()).toEqual([...held.keys()].toSorted());
      }
      const [one, other] = [await prove(7), await prove(8)];
      expect(proves(checkProof(one.proof, treeView(tree as never), addressOf(8)))).toBe(false);
      expect(one.proof.leaf.nonce).not.toBe(other.proof.leaf.nonce);
      await people(db(), 601, 1);
      await expect(ownProof(601)).rejects.toMatchObject({ name: 'not_found' });
      // As if the account of the tree had been deleted and its owner had come back.
      const again = new Date(NOON.getTime() + 1);
      await db()
        .updateTable('users')
        .set({ created_at: again })
        .where('address', '=', addressOf(9))
        .execute();
      await expect(ownProof(9)).rejects.toMatchObject({ name: 'not_found' });
    });

    test('an interrupted step is repeated, and two keepers build one tree', async () => {
      await wantTree(db(), '2026-11-03', randomBytes(32));
      const first = keeperOf();
      const half = first.run();
      await first.stop();
      await half;
      expect((await trees(db(), 9)).length).toBe(2);
      const [two, three] = [keeperOf(), keeperOf()];
      while ((await trees(db(), 9)).length < 3) await Promise.all([two.run(), three.run()]);
      expect((await prove(300)).ok).toBe(true);
      const all = await trees(db(), 9);
      expect(new Set(all.map(({ root }) => root)).size).toBe(3);
    });

    test('leaves that differ from the ledger are not published, and published ones stay unchanged', async () => {
      const before = await trees(db(), 99);
      await db()
        .insertInto('solvency_trees')
        .values({ day: '2026-11-04', secret: randomBytes(32), state: 'taken', as_of: NOON, owed: 'ADIT=1\n' })
        .execute();
      await keeperOf().run();
      expect(await trees(db(), 99)).toEqual(before);
      const id = before[0]?.id ?? 0n;
      for (const change of [
        sql`update solvency_trees set sums = 'x' where id = ${id}`,
        sql`update solvency_trees set as_of = ${NOON}::timestamptz + interval '1 second' where id = ${id}`,
        sql`delete from solvency_trees where id = ${id}`,
      ])
        await expect(change.execute(db())).rejects.toThrow('stays as it is');
    });

    test('roots stay when leaves are deleted', async () => {
      const before = await trees(db(), 99);
      for (const day of ['2026-11-05', '2026-11-06', '2026-11-07']) {
        await wantTree(db(), day, randomBytes(32));
        await keeperOf().run();
      }
      const after = await trees(db(), 99);
      expect(after.slice(3)).toEqual(before);
      expect([await rowsOf('solvency_chunks'), await rowsOf('solvency_nodes')]).toEqual([3n, 3n]);
      expect((await prove(1)).ok).toBe(true);
    });

    test('the job requests today’s tree once, however many days were missed, and is next due at midnight', async () => {
      await db().deleteFrom('jobs').execute();
      await startTrees(db(), NOON);
      let made = 0;
      const work = wantTrees(() => (made += 1));
      const now = new Date('2026-12-24T17:00:00Z');
      const job = { kind: TREE_JOB, key: 'main', payload: {}, dueAt: NOON };
      await db().deleteFrom('jobs').execute();
      (await work(db(), job, now))?.();
      const wanted = await db()
        .selectFrom('solvency_trees')
        .select('day')
        .where('state', '=', 'wanted')
        .execute();
      expect([made, wanted]).toEqual([1, [{ day: '2026-12-25' }]]);
      const next = await db().selectFrom('jobs').select('due_at').execute();
      expect(next).toEqual([{ due_at: nextDay(now) }]);
      expect(nextDay(now)).toEqual(new Date('2026-12-25T16:00:00Z'));
    });
  });
});
