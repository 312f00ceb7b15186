// Many concurrent callers: a balance is spent once, crossing entries all complete, and the books stay sound.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { audit } from './audit.ts';
import { type Line, post } from './post.ts';
import { balances, systemBalance } from './read.ts';

removeClusterAtEnd();

const CALLERS = 16;

onBothDatabases((open, kind) => {
  const book = (lines: Line[]) => post(open().kysely, { kind: 'test', at: NOON, lines });
  const give = (user: bigint, coin: string, amount: bigint) =>
    book([
      { user, coin, amount },
      { system: 'custody', coin, amount: -amount },
    ]);
  const heldBy = async (user: bigint, coin: string) => (await balances(open().kysely, user)).get(coin);
  const isRefusal = (name: string) => (error: unknown) => {
    if (error instanceof Refusal && error.name === name) return false;
    throw error;
  };

  test('sixteen callers spend one balance, and never more than it holds', async () => {
    const [user] = (await makeUsers(open().kysely, 1)) as [bigint];
    await give(user, 'USDT', 100n);
    const spend = async () => {
      let paid = 0;
      for (let n = 0; n < 10; n += 1) {
        const done = await book([
          { user, coin: 'USDT', amount: -1n },
          { system: 'custody', coin: 'USDT', amount: 1n },
        ]).then(() => true, isRefusal('insufficient_balance'));
        if (done) paid += 1;
      }
      return paid;
    };
    const paid = await Promise.all(Array.from({ length: CALLERS }, spend));
    expect(paid.reduce((a, b) => a + b, 0)).toBe(100);
    expect(await heldBy(user, 'USDT')).toBe(0n);
  });

  test('a fund is paid out once, by whichever caller comes first', async () => {
    const users = await makeUsers(open().kysely, CALLERS);
    await book([
      { system: 'lottery_pool', coin: 'ADIT', amount: 40n },
      { system: 'issuance', coin: 'ADIT', amount: -40n },
    ]);
    const take = async (user: bigint) => {
      let won = 0;
      for (let n = 0; n < 5; n += 1) {
        const done = await book([
          { system: 'lottery_pool', coin: 'ADIT', amount: -1n },
          { user, coin: 'ADIT', amount: 1n },
        ]).then(() => true, isRefusal('fund_exhausted'));
        if (done) won += 1;
      }
      return won;
    };
    const won = await Promise.all(users.map(take));
    expect(won.reduce((a, b) => a + b, 0)).toBe(40);
    expect(await systemBalance(open().kysely, 'lottery_pool', 'ADIT')).toBe(0n);
  });

  test('crossing transfers do not deadlock, even when they create the accounts', async () => {
    const users = await makeUsers(open().kysely, 6);
    const coins = ['ADIT', 'USDT', 'BNB'];
    const one = (list: readonly bigint[], n: number) => list[n % list.length] as bigint;
    const cross = async (caller: number) => {
      for (let n = 0; n < 12; n += 1) {
        // Each caller lists the accounts in a different order, and pays alternately from the fund and into it.
        const turn = caller + n;
        const sign = turn % 2 ? 1n : -1n;
        const coin = coins[turn % 3] as string;
        const lines: Line[] = [
          { system: 'reserve', coin, amount: sign * 3n },
          { user: one(users, turn), coin, amount: 1n },
          { user: one(users, turn + 1 + (n % 4)), coin, amount: 1n },
          { system: 'custody', coin, amount: -2n - sign * 3n },
        ];
        await book(turn % 4 < 2 ? lines : lines.reverse()).catch(isRefusal('fund_exhausted'));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, n) => cross(n)));
    expect(await audit(open().kysely)).toEqual([]);
  });

  test('two entries in one transaction may deadlock: the loser is retried', async () => {
    const [a, b] = (await makeUsers(open().kysely, 2)) as [bigint, bigint];
    await give(a, 'ADIT', 1000n);
    await give(b, 'ADIT', 1000n);
    const pay = (tx: Parameters<typeof post>[0], from: bigint, to: bigint) =>
      post(tx, {
        kind: 'test',
        at: NOON,
        lines: [
          { user: from, coin: 'ADIT', amount: -1n },
          { user: to, coin: 'ADIT', amount: 1n },
        ],
      });
    const [c, d] = (await makeUsers(open().kysely, 2)) as [bigint, bigint];
    const twice = (first: bigint, second: bigint) =>
      inTransaction(open().kysely, async (tx) => {
        await pay(tx, first, c);
        await pay(tx, second, d);
      });
    // Each time one loses, another commits: of four, none loses more than three times.
    await Promise.all(Array.from({ length: 4 }, (_, n) => (n % 2 ? twice(a, b) : twice(b, a))));
    expect([await heldBy(a, 'ADIT'), await heldBy(b, 'ADIT')]).toEqual([996n, 996n]);
    expect([await heldBy(c, 'ADIT'), await heldBy(d, 'ADIT')]).toEqual([4n, 4n]);
  });

  test.runIf(kind === 'postgres')('a sum that somebody else begins is not waited for', async () => {
    const add = (tx: Parameters<typeof post>[0]) => sql`select kept_add('begun twice', '', 1)`.execute(tx);
    await inTransaction(open().kysely, async (first) => {
      // Among this many is every row that a second transaction may choose.
      for (let n = 0; n < 400; n += 1) await add(first);
      await inTransaction(open().kysely, async (second) => {
        await sql`set local statement_timeout = 20000`.execute(second);
        await add(second);
      });
    });
    const { rows } = await sql<{ sum: bigint }>`
      select sum(amount) from kept_sums where kind = 'begun twice'`.execute(open().kysely);
    expect(rows).toEqual([{ sum: 401n }]);
  });
});
