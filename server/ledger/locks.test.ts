// Accounts locked until a transaction ends: those asked for and no others, and whoever does not want to wait is told at once.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { post } from './post.ts';

removeClusterAtEnd();

onPostgres((open) => {
  const db = () => open().kysely;
  let [ann, ben, cleo, idle] = [0n, 0n, 0n, 0n];
  beforeAll(async () => {
    [ann = 0n, ben = 0n, cleo = 0n, idle = 0n] = await makeUsers(db(), 4);
    for (const [user, coin, amount] of [
      ...[[cleo, 'ADIT', 30n] as const, [ben, 'ADIT', 20n] as const, [ann, 'ADIT', 10n] as const],
      ...[[ann, 'BTC', 5n] as const, [idle, 'BTC', 1n] as const],
    ])
      await post(db(), {
        ...{ kind: 'test', at: NOON },
        lines: [
          { user, coin, amount },
          { system: 'custody', coin, amount: -amount },
        ],
      });
  });

  const together = (work: (one: Db, other: Db) => Promise<void>) =>
    inTransaction(db(), (one) => inTransaction(db(), (other) => work(one, other)));
  /** Those whom somebody else has locked. */
  const lockedByOthers = async (tx: Db, users: readonly bigint[], coin = 'ADIT') => {
    const { rows } = await sql<{ busy: bigint[] }>`
      select ${fn('ledger_try_locks')}(${users}::bigint[], ${coin}) as busy`.execute(tx);
    return rows[0]?.busy;
  };
  const lock = async (tx: Db, user: bigint, coin = 'ADIT') =>
    (await sql<{ held: bigint }>`select ${fn('ledger_lock')}(${user}, ${coin}) as held`.execute(tx)).rows[0]
      ?.held;
  const tryLock = async (tx: Db, user: bigint, coin = 'ADIT') =>
    (await sql<{ ours: boolean }>`select ${fn('ledger_try_lock')}(${user}, ${coin}) as ours`.execute(tx))
      .rows[0]?.ours;

  test('a locked account tells what it holds, and nobody else can lock it', () =>
    together(async (one, other) => {
      expect(await lock(one, ann)).toBe(10n);
      expect(await lock(one, idle)).toBe(0n);
      expect(await tryLock(other, ann)).toBe(false);
      expect(await tryLock(one, ann)).toBe(true);
      expect(await tryLock(other, ann, 'BTC')).toBe(true);
      expect(await tryLock(other, ben)).toBe(true);
    }));

  test('of many accounts those are told that somebody else has locked, and the others are locked', () =>
    together(async (one, other) => {
      await lock(one, ben);
      expect(await lockedByOthers(other, [cleo, ben, ann])).toEqual([ben]);
      expect(await lockedByOthers(one, [ann, ben, cleo])).toEqual([ann, cleo]);
      expect(await tryLock(one, ann, 'BTC')).toBe(true);
    }));

  test('accounts that nobody has locked are locked all at once, and no others', () =>
    together(async (one, other) => {
      expect(await lockedByOthers(one, [ann, ben])).toEqual([]);
      expect(await lockedByOthers(other, [ben, ann])).toEqual([ben, ann]);
      expect(await tryLock(other, cleo)).toBe(true);
    }));

  test('an account that does not exist yet counts as locked', () =>
    together(async (one, other) => {
      expect(await lockedByOthers(one, [idle])).toEqual([]);
      expect(await lockedByOthers(other, [idle, ann])).toEqual([]);
      expect(await lockedByOthers(one, [idle, ann])).toEqual([ann]);
    }));
});
