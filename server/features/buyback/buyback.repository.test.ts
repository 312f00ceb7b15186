// Repurchases on PostgreSQL: totals come from the newest row, and a page is cheap to read.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { noteRepurchases, repurchases, totals } from './buyback.repository.ts';

removeClusterAtEnd();

onPostgres((open) => {
  describe('the list', () => {
    const db = () => open().kysely;

    test('is empty at first, with totals of 0', async () => {
      expect(await repurchases(db(), 20).execute()).toEqual([]);
      expect(await totals(db())).toEqual({ bought: 0n, institution: 0n, stakers: 0n, paid: 0n });
    });

    test('accepts only halves that add up, and each entry once', async () => {
      const [user = 0n] = await makeUsers(db(), 1);
      const bought = { journal: 1n, at: NOON, user, amount: 9n, paid: 1n, institution: 5n, stakers: 4n };
      for (const wrong of [
        { ...bought, kind: 'token', stakers: 3n },
        { ...bought, kind: 'hashrate' },
        { ...bought, kind: 'token', paid: 0n },
      ] as const)
        await expect(noteRepurchases(db(), [wrong])).rejects.toThrow('check constraint');
      await noteRepurchases(db(), [{ ...bought, kind: 'token' }]);
      await expect(noteRepurchases(db(), [{ ...bought, kind: 'token' }])).rejects.toThrow(
        'unique constraint',
      );
      await noteRepurchases(db(), [{ journal: 2n, at: NOON, user, kind: 'hashrate', amount: 7n, paid: 1n }]);
      expect(await totals(db())).toEqual({ bought: 9n, institution: 5n, stakers: 4n, paid: 1n });
    });

    test('reads only the rows of a page and one for the totals, however long it is', async () => {
      await sql`
        insert into repurchases (
          journal_id, at, kind, amount, paid, institution, stakers, bought_total, institution_total, stakers_total,
          paid_total
        )
        select 100 + n, ${NOON}, 'token', 2, 1, 1, 1, 9 + 2 * n, 5 + n, 4 + n, 1 + n
        from generate_series(1, 30000) n`.execute(db());
      await sql`analyze repurchases`.execute(db());
      expect((await totals(db())).bought).toBe(60_009n);
      const newest = await repurchases(db(), 3).execute();
      const third = newest[2]?.id ?? 0n;
      expect(newest.map(({ id }) => id)).toEqual([third + 2n, third + 1n, third]);
      const older = await repurchases(db(), 2, third).execute();
      expect(older.map(({ id }) => id)).toEqual([third - 1n, third - 2n]);
      for (const page of [repurchases(db(), 20), repurchases(db(), 20, third - 15_000n)]) {
        const plan = JSON.stringify(await page.explain('text', sql`analyze, timing off`));
        expect(plan).toMatch(/Index Scan Backward using repurchases_pkey[^"]*\(actual rows=20[ .]/);
        expect(plan).not.toContain('Seq Scan');
      }
    });
  });
});
