// Accounts locked until a transaction ends: those asked for and no others, and a caller that does not want to wait
// gets an immediate answer.
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { onPostgres, removeClusterAtEnd, untilItWaits } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { postBulk } from './bulk.ts';
import { post, postOnce } from './post.ts';
import { balances } from './read.ts';

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
  /** Those that somebody else has locked. */
  const lockedByOthers = async (tx: Db, users: readonly bigint[]) => {
    const { rows } = await sql<{ busy: bigint[] }>`
      select ${fn('ledger_try_locks')}(${users}::bigint[], 'ADIT') as busy`.execute(tx);
    return rows[0]?.busy;
  };
  const lock = async (tx: Db, user: bigint) =>
    (await sql<{ held: bigint }>`select ${fn('ledger_lock')}(${user}, 'ADIT') as held`.execute(tx)).rows[0]
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

  /** Begins `second` while `first`, which it waits for, is not committed. */
  async function afterwards<T>(
    first: (tx: Db) => Promise<unknown>,
    second: (tx: Db) => Promise<T>,
  ): Promise<T> {
    const { waiting } = await inTransaction(db(), async (tx) => {
      await first(tx);
      const begun = inTransaction(db(), second);
      await untilItWaits(db(), begun);
      return { waiting: begun };
    });
    return waiting;
  }

  test('who books a reference that somebody is booking waits, and then finds it booked', async () => {
    const seed = (tx: Db) =>
      postOnce(tx, {
        ...{ kind: 'seed', ref: 'at once', at: NOON },
        lines: [
          { user: ann, coin: 'BNB', amount: 1n },
          { system: 'custody', coin: 'BNB', amount: -1n },
        ],
      });
    expect(await afterwards(seed, seed)).toBeNull();
  });

  test('a user who is paid with others at once by two gets both', async () => {
    const pay = (tx: Db) =>
      sql`select ${fn('ledger_each')}(array['test', 'test'], array[null, null]::text[], ${NOON}, 'BNB',
        ${[ben, cleo]}::bigint[], array[2, 3], 'issuance', array[null, null]::uuid[])`.execute(tx);
    await pay(db());
    await afterwards(pay, pay);
    const held = await Promise.all([ben, cleo].map(async (user) => (await balances(db(), user)).get('BNB')));
    expect(held).toEqual([6n, 9n]);
  });

  describe('an entry locks users in the order of ids, then sharded accounts, then funds in the order of names', () => {
    beforeAll(async () => {
      // All shards are there, so that none is created while somebody looks.
      await sql`insert into ledger_accounts (system, coin, shard)
        select s, 'ETH', n from unnest(array['custody', 'issuance']) s, generate_series(0, 63) n`.execute(
        db(),
      );
      for (const user of [cleo, ben, ann])
        await post(db(), {
          ...{ kind: 'test', at: NOON },
          lines: [
            { user, coin: 'ETH', amount: 100n },
            ...(['buyback', 'reserve'] as const).map((system) => ({ system, coin: 'ETH', amount: 100n })),
            { system: 'custody', coin: 'ETH', amount: -300n },
          ],
        });
    });

    const ORDER = ['ann', 'ben', 'cleo', 'custody', 'issuance', 'buyback', 'reserve'];
    const nameOf = (user: bigint | null, system: string | null) =>
      system ?? ['ann', 'ben', 'cleo'][[ann, ben, cleo].findIndex((id) => id === user)];
    /** The accounts that `work` has locked while it waits for the one with this name, which somebody else holds. */
    async function lockedBefore(name: string, work: (tx: Db) => Promise<unknown>): Promise<string[]> {
      let waiting: Promise<unknown> = Promise.resolve();
      const locked = await inTransaction(db(), async (holder) => {
        const rows = async (tx: Db, only: RawBuilder<unknown>) =>
          (
            await sql<{ id: bigint; user: bigint | null; system: string | null }>`
              select id, user_id as user, system from ledger_accounts where coin = 'ETH' and ${only}`.execute(
              tx,
            )
          ).rows;
        const all = await rows(db(), sql`true`);
        const held = all.filter(({ user, system }) => nameOf(user, system) === name).map(({ id }) => id);
        await rows(holder, sql`id = any(${held}::bigint[]) for update`);
        waiting = inTransaction(db(), work);
        await untilItWaits(db(), waiting);
        const free = await inTransaction(db(), (tx) => rows(tx, sql`true for update skip locked`));
        const names = all
          .filter(({ id }) => !held.includes(id) && !free.some((one) => one.id === id))
          .map(({ user, system }) => nameOf(user, system) ?? '');
        return ORDER.filter((one) => names.includes(one));
      });
      await waiting;
      return locked;
    }
    const expectOrder = async (names: readonly string[], work: (tx: Db) => Promise<unknown>) => {
      for (const [place, name] of names.entries())
        expect(await lockedBefore(name, work)).toEqual(names.slice(0, place));
    };

    test('of a single entry', () =>
      expectOrder(['ann', 'ben', 'custody', 'buyback', 'reserve'], (tx) =>
        post(tx, {
          ...{ kind: 'test', at: NOON },
          lines: [
            { system: 'reserve', coin: 'ETH', amount: 1n },
            { user: ben, coin: 'ETH', amount: -1n },
            { system: 'buyback', coin: 'ETH', amount: 1n },
            { system: 'custody', coin: 'ETH', amount: -2n },
            { user: ann, coin: 'ETH', amount: 1n },
          ],
        }),
      ));

    test('of entries that pay many users', () =>
      expectOrder(['ann', 'ben', 'cleo', 'issuance', 'buyback', 'reserve'], (tx) =>
        sql`select ${fn('ledger_pay')}(array['a', 'b', 'c'], array['reserve', 'issuance', 'buyback'], null, ${NOON}, 'ETH',
          ${[cleo, ann, ben]}::bigint[], array[1, 1, 1], array[1, null, 1], array[null, null, 1])`.execute(
          tx,
        ),
      ));

    test('of entries that pay a new account too', () =>
      expectOrder(['ann', 'ben', 'cleo', 'custody'], async (tx) => {
        const [fresh = 0n] = await makeUsers(tx, 1);
        await postBulk(tx, {
          ...{ kind: 'test', at: NOON, coin: 'ETH', from: 'custody' },
          pays: [cleo, fresh, ann, ben].map((user) => ({ user, amount: 1n })),
        });
      }));

    test('of one entry per user', () =>
      expectOrder(['ann', 'ben', 'cleo', 'custody'], (tx) =>
        sql`select ${fn('ledger_each')}(array['a', 'b', 'c'], array[null, null, null]::text[], ${NOON}, 'ETH',
          ${[cleo, ann, ben]}::bigint[], array[1, -1, 1], 'custody', array[null, null, null]::uuid[])`.execute(
          tx,
        ),
      ));
  });
});
