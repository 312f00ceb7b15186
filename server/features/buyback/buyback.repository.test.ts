// Repurchases on both databases: what was exchanged before there was a list, sums out of the newest row, and what a page costs.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { payingFund, quoteExchange } from '#rules/exchange.ts';
import { toUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { exchangeLines } from '#server/features/assets/exchange.lines.ts';
import { post } from '#server/ledger/post.ts';
import { bareDatabase, onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import { noteRepurchase, repurchases, totals } from './buyback.repository.ts';

removeClusterAtEnd();

const PRICES: Record<string, bigint> = { ADIT: toUnits('0.01'), USDT: COIN };

async function give(db: Db, user: bigint): Promise<void> {
  for (const coin of ['ADIT', 'USDT'])
    await post(db, {
      kind: 'deposit',
      at: NOON,
      lines: [
        { user, coin, amount: 1000n * COIN },
        { system: 'buyback', coin, amount: 1000n * COIN },
        { system: 'reserve', coin, amount: 100_000n * COIN },
        { system: 'custody', coin, amount: -102_000n * COIN },
      ],
    });
}

/** An exchange as the ledger has it, whatever else notes it. */
async function book(db: Db, user: bigint, from: string, to: string, amount: bigint, at = NOON) {
  const quoted = quoteExchange(amount, PRICES[from] ?? 0n, PRICES[to] ?? 0n);
  const fund = payingFund(from, to, () => true);
  if (!quoted || typeof fund !== 'string') throw new Error('no exchange');
  return post(db, {
    kind: 'exchange',
    at,
    lines: exchangeLines({ ...quoted, user, from, to, amount, fund }),
  });
}

onBothDatabases((open, kind) => {
  test(`exchanges of before are listed by the version that brings the list, on ${kind}`, async () => {
    const { db, end } = await bareDatabase(kind);
    await migrate(db, '0013_team');
    const [ann = 0n, ben = 0n] = await makeUsers(db, 2);
    for (const user of [ann, ben]) await give(db, user);
    const later = new Date(NOON.getTime() + 60_000);
    const first = await book(db, ann, 'ADIT', 'USDT', 101n * COIN + 1n);
    await book(db, ann, 'USDT', 'ADIT', 3n * COIN);
    const second = await book(db, ben, 'ADIT', 'USDT', 301n, later);
    await migrate(db);

    const rows = await db.selectFrom('repurchases').selectAll().orderBy('id').execute();
    const half = (101n * COIN) / 2n;
    expect(rows).toMatchObject([
      { journal_id: first, at: NOON, kind: 'token', amount: 101n * COIN + 1n, paid: toUnits('1.01') },
      { journal_id: second, at: later, kind: 'token', amount: 301n, paid: 3n },
    ]);
    expect(rows[0]).toMatchObject({ institution: half + 1n, stakers: half, bought_total: 101n * COIN + 1n });
    expect(rows[1]).toMatchObject({ institution: 151n, stakers: 150n });
    expect(await totals(db)).toEqual({
      bought: 101n * COIN + 302n,
      institution: half + 152n,
      stakers: half + 150n,
    });

    const journal = await book(db, ann, 'ADIT', 'USDT', 200n);
    await noteRepurchase(db, {
      journal,
      at: NOON,
      kind: 'token',
      amount: 200n,
      paid: 2n,
      institution: 100n,
      stakers: 100n,
    });
    expect((await totals(db)).bought).toBe(101n * COIN + 502n);
    await end();
  });

  describe(`the list on ${kind}`, () => {
    const db = () => open().kysely;

    test('is empty at first, and its sums are 0', async () => {
      expect(await repurchases(db(), 20).execute()).toEqual([]);
      expect(await totals(db())).toEqual({ bought: 0n, institution: 0n, stakers: 0n });
    });

    test('takes halves only that are the whole, and an entry once', async () => {
      const bought = { journal: 1n, at: NOON, amount: 9n, paid: 1n, institution: 5n, stakers: 4n };
      for (const wrong of [
        { ...bought, kind: 'token', stakers: 3n },
        { ...bought, kind: 'hashrate' },
        { ...bought, kind: 'token', paid: 0n },
      ] as const)
        await expect(noteRepurchase(db(), wrong)).rejects.toThrow('check constraint');
      await noteRepurchase(db(), { ...bought, kind: 'token' });
      await expect(noteRepurchase(db(), { ...bought, kind: 'token' })).rejects.toThrow('unique constraint');
      await noteRepurchase(db(), { journal: 2n, at: NOON, kind: 'hashrate', amount: 7n, paid: 1n });
      expect(await totals(db())).toEqual({ bought: 9n, institution: 5n, stakers: 4n });
    });

    test('reads the rows of a page and one for the sums, however long it is', async () => {
      await sql`
        insert into repurchases (
          journal_id, at, kind, amount, paid, institution, stakers, bought_total, institution_total, stakers_total
        )
        select 100 + n, ${NOON}, 'token', 2, 1, 1, 1, 9 + 2 * n, 5 + n, 4 + n from generate_series(1, 30000) n`.execute(
        db(),
      );
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
