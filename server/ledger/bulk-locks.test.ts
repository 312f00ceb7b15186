// A bulk entry alongside single ones on PostgreSQL: new and existing accounts are locked in the same order.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { freshDatabase, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { postBulk } from './bulk.ts';
import { post } from './post.ts';
import { balances } from './read.ts';

removeClusterAtEnd();

test('two deposits in a block and a payout to a new account do not deadlock', async () => {
  const database = await freshDatabase('postgres');
  const db = database.kysely;
  const [old = 0n, fresh = 0n] = await makeUsers(db, 2);
  const give = (tx: Db, user: bigint) =>
    post(tx, {
      kind: 'deposit',
      at: NOON,
      lines: [
        { user, coin: 'ADIT', amount: 1n },
        { system: 'custody', coin: 'ADIT', amount: -1n },
      ],
    });
  await give(db, old);
  let begun = () => {};
  const first = new Promise<void>((resolve) => (begun = resolve));
  /** Whether the payout is waiting for a lock. */
  async function payoutWaits(): Promise<void> {
    for (;;) {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db);
      if (rows.length > 0) return;
      await sleep(10);
    }
  }
  const deposits = db.transaction().execute(async (tx) => {
    await give(tx, old);
    begun();
    await payoutWaits();
    await give(tx, fresh);
  });
  await first;
  const pays = [old, fresh].map((user) => ({ user, amount: 2n }));
  await Promise.all([
    deposits,
    db
      .transaction()
      .execute((tx) => postBulk(tx, { kind: 'staking', at: NOON, coin: 'ADIT', pays, from: 'issuance' })),
  ]);
  const held = await Promise.all([old, fresh].map(async (user) => (await balances(db, user)).get('ADIT')));
  expect(held).toEqual([4n, 3n]);
  await database.close();
});

test('bulk entries of the same few accounts do not deadlock, whatever order the rows are stored in', async () => {
  const database = await freshDatabase('postgres');
  const db = database.kysely;
  const users = await makeUsers(db, 24);
  const pay = (of: readonly bigint[]) =>
    postBulk(db, {
      kind: 'staking',
      at: NOON,
      coin: 'ADIT',
      pays: of.map((user) => ({ user, amount: 1n })),
      from: 'issuance',
    });
  for (const user of users.toReversed()) await pay([user]);
  await sql`analyze ledger_accounts`.execute(db);
  // Most of the lists differ, and each begins at a different account.
  const some = (n: number) => users.filter((_, at) => (at * 7 + n) % 5 > 0);
  const payer = async (_: unknown, first: number) => {
    for (let n = 0; n < 40; n += 1) await pay(some(first + n));
  };
  await Promise.all(Array.from({ length: 6 }, payer));
  expect((await balances(db, users[0] ?? 0n)).get('ADIT')).toBe(1n + 192n);
  await database.close();
});
