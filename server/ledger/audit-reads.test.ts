// What proofs of records read from the ledger: numbers and amounts in references, traded hashrate, and what funds
// paid and promised.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { fn } from '#server/db/functions.ts';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import { type Line, post, promise } from './post.ts';
import { seedFunds } from './seed.ts';

removeClusterAtEnd();

onBothDatabases((open) => {
  const db = () => open().kysely;
  let ann = 0n;
  let ben = 0n;
  beforeAll(async () => {
    [ann = 0n, ben = 0n] = await makeUsers(db(), 2);
    await seedFunds(
      db(),
      [
        { system: 'resale', coin: 'USDT', amount: 100n },
        { system: 'buyback', coin: 'USDT', amount: 100n },
        { system: 'buyback', coin: 'ADIT', amount: 100n },
      ],
      NOON,
    );
  });

  const between = (from: Line, to: Line) => [from, to];
  const book = (kind: string, ref: string, user: bigint, { fund, coin, amount }: Paid) =>
    post(db(), {
      ...{ kind, ref, at: NOON },
      lines: between({ user, coin, amount }, { system: fund, coin, amount: -amount }),
    });
  interface Paid {
    readonly fund: 'resale' | 'buyback' | 'custody';
    readonly coin: string;
    readonly amount: bigint;
  }

  test('a reference has the number before its first slash, or none', async () => {
    const numberOf = async (ref: string | null) =>
      (await sql<{ n: bigint | null }>`select ${fn('ref_number')}(${ref}) as n`.execute(db())).rows[0]?.n;
    const refs = ['12/1763726400000', '7', '/7', 'x7/1', '7x', '', null, '1234567890123456789'];
    expect(await Promise.all(refs.map(numberOf))).toEqual([12n, 7n, null, null, null, null, null, null]);
  });

  test('a reference has the amount at a place in smallest units, or none', async () => {
    const amountOf = async (ref: string, place: number) =>
      (await sql<{ n: bigint | null }>`select ${fn('ref_amount')}(${ref}, ${place}) as n`.execute(db()))
        .rows[0]?.n;
    expect(await amountOf('0.000000000000000001/2.5/x', 1)).toBe(1n);
    expect(await amountOf('0.000000000000000001/2.5/x', 2)).toBe((5n * COIN) / 2n);
    for (const place of [3, 4]) expect(await amountOf('0.000000000000000001/2.5/x', place)).toBe(null);
    expect(await amountOf('-1', 1)).toBe(null);
    expect(await amountOf('1.', 1)).toBe(null);
  });

  test('hashrate counts as bought and sold by the account of each entry, and nothing else counts', async () => {
    const bought = { fund: 'custody', coin: 'USDT', amount: 3n } as const;
    await book('hashrate_purchase', '1.5/a', ann, bought);
    await book('hashrate_purchase', '2/b', ben, bought);
    await book('hashrate_resale', '0.5/c', ann, { fund: 'resale', coin: 'USDT', amount: 2n });
    await book('mining', '9/d', ann, bought);
    const { rows } = await sql`
      select user_id as user, hashrate from ${fn('hashrate_traded')}() order by 1, 2`.execute(db());
    expect(rows).toEqual([
      { user: ann, hashrate: -COIN / 2n },
      { user: ann, hashrate: (3n * COIN) / 2n },
      { user: ben, hashrate: 2n * COIN },
    ]);
  });

  test('a fund has paid what entries of the given kinds took out of it', async () => {
    const paid = { fund: 'buyback', coin: 'USDT', amount: 1n } as const;
    const first = await book('exchange', 'e/1', ann, paid);
    const second = await book('exchange', 'e/2', ben, { ...paid, amount: 5n });
    const third = await book('sale', 'e/3', ben, { ...paid, amount: 6n });
    await book('exchange', 'e/4', ann, { ...paid, amount: -1n });
    await book('exchange', 'e/5', ann, { ...paid, fund: 'resale' });
    await book('exchange', 'e/6', ann, { ...paid, coin: 'ADIT' });
    await book('gift', 'e/7', ann, paid);
    const { rows } = await sql`
      select * from ${fn('fund_paid')}('buyback', 'USDT', array['exchange', 'sale']) order by entry`.execute(
      db(),
    );
    expect(rows).toEqual([
      { entry: first, at: NOON, paid: 1n },
      { entry: second, at: NOON, paid: 5n },
      { entry: third, at: NOON, paid: 6n },
    ]);
  });

  test('a fund has promised what was promised of that coin, and nothing at first', async () => {
    const promised = async (fund: string, coin: string) =>
      (
        await sql<{ sum: bigint }>`
          select ${fn('ledger_promised')}(${fund}, ${coin}) as sum`.execute(db())
      ).rows[0]?.sum;
    await promise(db(), 'resale', 'USDT', 7n);
    await promise(db(), 'buyback', 'USDT', 8n);
    await promise(db(), 'buyback', 'ADIT', 9n);
    expect(await promised('resale', 'USDT')).toBe(7n);
    expect(await promised('buyback', 'ADIT')).toBe(9n);
    expect(await promised('reserve', 'USDT')).toBe(0n);
  });
});
