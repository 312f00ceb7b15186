// An entry that pays many users has the same effect as many single ones, or no effect.
import { sql } from 'kysely';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { audit } from './audit.ts';
import { type BulkEntry, postBulk } from './bulk.ts';
import { post } from './post.ts';
import { balances, history, systemBalance } from './read.ts';

removeClusterAtEnd();

onBothDatabases((open) => {
  const db = () => open().kysely;
  const pay = (pays: BulkEntry['pays'], more: Partial<BulkEntry> = {}) =>
    postBulk(db(), { kind: 'test', at: NOON, coin: 'ADIT', from: 'issuance', pays, ...more });
  const held = async (user: bigint, coin = 'ADIT') => (await balances(db(), user)).get(coin) ?? 0n;
  const entries = async () =>
    (await sql<{ n: bigint }>`select count(*) as n from ledger_journal`.execute(db())).rows[0]?.n;

  test('pays everybody in any order, including those without an account', async () => {
    const amount = fc.bigInt(1n, 10n ** 24n);
    await fc.assert(
      fc.asyncProperty(
        fc.array(amount, { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        async (amounts, back) => {
          const users = await makeUsers(db(), amounts.length);
          const issued = await systemBalance(db(), 'issuance', 'ADIT');
          const pays = amounts.map((one, i) => ({ user: users[i] as bigint, amount: one }));
          await pay(pays.slice(0, Math.ceil(pays.length / 2)));
          const entry = await pay(back ? pays.toReversed() : pays);
          for (const [i, { user, amount: one }] of pays.entries()) {
            const sum = i < Math.ceil(pays.length / 2) ? 2n * one : one;
            expect(await held(user)).toBe(sum);
            const [newest] = await history(db(), user, { limit: 1 });
            expect(newest).toMatchObject({ entry, kind: 'test', amount: one, balanceAfter: sum });
          }
          const paid = amounts.reduce((a, b) => a + b, 0n);
          const first = pays.slice(0, Math.ceil(pays.length / 2)).reduce((a, b) => a + b.amount, 0n);
          expect(await systemBalance(db(), 'issuance', 'ADIT')).toBe(issued - paid - first);
        },
      ),
      { numRuns: 15 },
    );
    expect(await audit(db())).toEqual([]);
  });

  test('several entries at once leave each user the balances of one after the other', async () => {
    const [a, b, c] = (await makeUsers(db(), 3)) as [bigint, bigint, bigint];
    await pay([{ user: a, amount: 100n }]);
    const { rows } = await sql<{ ids: (bigint | null)[] }>`
      select ${fn('ledger_pay')}(array['one', 'two', 'three'], array['issuance', 'custody', 'revenue'], 'ref', ${NOON}, 'ADIT',
        ${[c, a, b]}::bigint[], array[null, 1, 2]::numeric[], null, array[7, 10, null]::numeric[]) as ids`.execute(
      db(),
    );
    const [one, two, three] = rows[0]?.ids ?? [];
    expect(two).toBeNull();
    const lines = async (user: bigint) =>
      (await history(db(), user, { limit: 3 })).map(({ entry, kind: k, balanceAfter }) => [
        entry,
        k,
        balanceAfter,
      ]);
    expect((await lines(a)).slice(0, 2)).toEqual([
      [three, 'three', 111n],
      [one, 'one', 101n],
    ]);
    expect(await lines(b)).toEqual([[one, 'one', 2n]]);
    expect(await lines(c)).toEqual([[three, 'three', 7n]]);
    expect(await audit(db())).toEqual([]);
  });

  test('three entries of one call leave the balances that they would leave one after the other', async () => {
    const [a = 0n, b = 0n, c = 0n, d = 0n] = await makeUsers(db(), 4);
    await pay([{ user: a, amount: 100n }]);
    for (const coin of ['ADIT', 'USDT'])
      await post(db(), {
        ...{ kind: 'test', at: NOON },
        lines: [
          { system: 'buyback', coin, amount: 50n },
          { system: 'custody', coin, amount: -50n },
        ],
      });
    const { rows } = await sql<{ ids: bigint[] }>`
      select ${fn('ledger_pay')}(array['one', 'two', 'three'], array['revenue', 'buyback', 'issuance'], 'all', ${NOON}, 'ADIT',
        ${[d, a, c, b]}::bigint[], array[null, 5, 3, null]::numeric[], array[null, 7, null, 8]::numeric[],
        array[4, 11, 2, null]::numeric[]) as ids`.execute(db());
    const [one = 0n, two = 0n, three = 0n] = rows[0]?.ids ?? [];
    expect([two, three]).toEqual([one + 1n, one + 2n]);
    const lines = async (user: bigint) =>
      (await history(db(), user, { limit: 3 })).map(({ entry, kind, ref, amount, balanceAfter }) =>
        [entry, kind, ref, amount, balanceAfter].join(' '),
      );
    expect(await lines(a)).toEqual([
      `${three} three all 11 123`,
      `${two} two all 7 112`,
      `${one} one all 5 105`,
    ]);
    expect(await lines(b)).toEqual([`${two} two all 8 8`]);
    expect(await lines(c)).toEqual([`${three} three all 2 5`, `${one} one all 3 3`]);
    expect(await lines(d)).toEqual([`${three} three all 4 4`]);
    expect(await systemBalance(db(), 'buyback', 'ADIT')).toBe(35n);
    expect(await systemBalance(db(), 'buyback', 'USDT')).toBe(50n);
    expect(await audit(db())).toEqual([]);
  });

  test.each(['0', '-1', '0.5', 'null'])(
    'an amount of %s in any entry is an error and leaves nothing',
    async (amount) => {
      const [a = 0n, b = 0n] = await makeUsers(db(), 2);
      for (const place of [0, 1, 2]) {
        const amounts = [0, 1, 2].map((n) => (n === place ? `{3, ${amount}}` : '{null, null}'));
        await expect(
          sql`select ${fn('ledger_pay')}(array['one', 'two', 'three'], array['issuance', 'custody', 'revenue'], null, ${NOON}, 'ADIT',
            ${[a, b]}::bigint[], ${amounts[0]}::numeric[], ${amounts[1]}::numeric[], ${amounts[2]}::numeric[])`.execute(
            db(),
          ),
        ).rejects.toThrow(
          /names users and amounts above zero in whole smallest units|violates check constraint/,
        );
      }
      expect([await held(a), await held(b)]).toEqual([0n, 0n]);
    },
  );

  test('a spread account pays out of many rows', async () => {
    const [user = 0n] = await makeUsers(db(), 1);
    for (let n = 0; n < 8; n += 1) await pay([{ user, amount: 1n }], { coin: 'ETH' });
    const { rows } =
      await sql`select shard from ledger_accounts where system = 'issuance' and coin = 'ETH'`.execute(db());
    expect(rows.length).toBeGreaterThan(1);
  });

  test('accounts of other coins stay as they are', async () => {
    const [a = 0n, b = 0n] = await makeUsers(db(), 2);
    await pay([{ user: a, amount: 5n }], { coin: 'USDT', from: 'custody' });
    const [usdt, adit] = [
      await systemBalance(db(), 'custody', 'USDT'),
      await systemBalance(db(), 'custody', 'ADIT'),
    ];
    // One of them has no account for the coin yet.
    await pay(
      [
        { user: a, amount: 2n },
        { user: b, amount: 3n },
      ],
      { from: 'custody' },
    );
    await pay([{ user: b, amount: 1n }], { from: 'custody' });
    expect([await held(a), await held(a, 'USDT')]).toEqual([2n, 5n]);
    expect([await held(b), await held(b, 'USDT')]).toEqual([4n, 0n]);
    expect(await systemBalance(db(), 'custody', 'USDT')).toBe(usdt);
    expect(await systemBalance(db(), 'custody', 'ADIT')).toBe(adit - 6n);
  });

  test('a fund pays what it holds and no more, completely or not at all', async () => {
    const [a, b] = (await makeUsers(db(), 2)) as [bigint, bigint];
    const all = (amount: bigint) =>
      pay(
        [
          { user: a, amount },
          { user: b, amount: 3n },
        ],
        { from: 'race_bank' },
      );
    await expect(all(1n)).rejects.toMatchObject({ name: 'fund_exhausted', data: { coin: 'ADIT' } });
    await post(db(), {
      kind: 'test',
      at: NOON,
      lines: [
        { system: 'race_bank', coin: 'ADIT', amount: 10n },
        { system: 'custody', coin: 'ADIT', amount: -10n },
      ],
    });
    await expect(all(8n)).rejects.toMatchObject({ name: 'fund_exhausted' });
    expect([await held(a), await held(b)]).toEqual([0n, 0n]);
    await all(7n);
    expect([await held(a), await held(b)]).toEqual([7n, 3n]);
    expect(await systemBalance(db(), 'race_bank', 'ADIT')).toBe(0n);
  });

  test('that pays somebody twice is an error and leaves nothing, also if he has no account yet', async () => {
    const [a = 0n, b = 0n] = await makeUsers(db(), 2);
    const twice = [
      { user: a, amount: 1n },
      { user: b, amount: 2n },
      { user: a, amount: 1n },
    ];
    const before = await entries();
    await expect(pay(twice)).rejects.toThrow('names each user once');
    expect(await entries()).toBe(before);
    await pay([
      { user: a, amount: 1n },
      { user: b, amount: 1n },
    ]);
    await expect(pay(twice)).rejects.toThrow('names each user once');
    expect([await held(a), await held(b)]).toEqual([1n, 1n]);
  });

  test.each<[string, (a: bigint, b: bigint) => BulkEntry['pays']]>([
    ['nobody', () => []],
    ['nothing', (a) => [{ user: a, amount: 0n }]],
    [
      'less than nothing',
      (a, b) => [
        { user: a, amount: 5n },
        { user: b, amount: -2n },
      ],
    ],
    ['an amount that is none', (a) => [{ user: a, amount: '0.5' as unknown as bigint }]],
    [
      'an account of nobody',
      (a) => [
        { user: a, amount: 1n },
        { user: 999_999_999n, amount: 1n },
      ],
    ],
  ])('that pays %s is an error and leaves nothing', async (_, pays) => {
    const [a, b] = (await makeUsers(db(), 2)) as [bigint, bigint];
    const before = await entries();
    await expect(pay(pays(a, b))).rejects.toThrow();
    expect(await entries()).toBe(before);
    expect([await held(a), await held(b)]).toEqual([0n, 0n]);
  });

  test('a reference is booked once', async () => {
    const [user] = (await makeUsers(db(), 1)) as [bigint];
    await pay([{ user, amount: 1n }], { ref: 'once' });
    await expect(pay([{ user, amount: 1n }], { ref: 'once' })).rejects.toMatchObject({ code: '23505' });
    expect(await held(user)).toBe(1n);
  });

  test('beside many single payments nothing deadlocks and nothing is lost', async () => {
    const users = await makeUsers(db(), 40);
    const single = async (user: bigint) => {
      for (let i = 0; i < 10; i += 1)
        await inTransaction(db(), (tx) =>
          post(tx, {
            kind: 'test',
            at: NOON,
            lines: [
              { user, coin: 'ADIT', amount: 1n },
              { system: 'issuance', coin: 'ADIT', amount: -1n },
            ],
          }),
        );
    };
    const bulk = async (order: readonly bigint[]) => {
      for (let i = 0; i < 10; i += 1)
        await inTransaction(db(), (tx) =>
          postBulk(tx, {
            kind: 'test',
            at: NOON,
            coin: 'ADIT',
            from: 'issuance',
            pays: order.map((user) => ({ user, amount: 1n })),
          }),
        );
    };
    await Promise.all([...users.slice(0, 8).map(single), bulk(users), bulk(users.toReversed())]);
    expect(await Promise.all(users.map((user) => held(user)))).toEqual(
      users.map((_, i) => (i < 8 ? 30n : 20n)),
    );
    expect(await audit(db())).toEqual([]);
  });
});
