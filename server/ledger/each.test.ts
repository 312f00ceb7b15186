// Many entries in one call: one for each of many users, or any that are booked together; and the query for whether an
// entry exists.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fn } from '#server/db/functions.ts';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { audit } from './audit.ts';
import { type TracedEntry, post, postTogether, promise } from './post.ts';
import { balances, history, systemBalance, traceOf } from './read.ts';

removeClusterAtEnd();

onBothDatabases((open) => {
  const db = () => open().kysely;
  const held = async (user: bigint, coin = 'ADIT') => (await balances(db(), user)).get(coin) ?? 0n;
  const each = async (
    users: readonly (bigint | undefined)[],
    amounts: readonly string[],
    { system = 'issuance', kind = 'test' } = {},
  ): Promise<bigint[]> => {
    const refs = users.map((user) => `${kind}/${user}`);
    const { rows } = await sql<{ ids: bigint[] }>`
      select ${fn('ledger_each')}(array_fill(${kind}::text, array[${users.length}::int]), ${refs}, ${NOON}, 'ADIT', ${users}::bigint[], ${amounts}::numeric[], ${system},
        array_fill(null::uuid, array[${users.length}::int])) as ids`.execute(db());
    return rows[0]?.ids ?? [];
  };
  const entries = async () =>
    (await sql<{ n: bigint }>`select count(*) as n from ledger_journal`.execute(db())).rows[0]?.n;
  const give = (user: bigint | undefined, coin: string, amount: bigint) =>
    post(db(), {
      kind: 'gift',
      at: NOON,
      lines: [
        { user: user as bigint, coin, amount },
        { system: 'custody', coin, amount: -amount },
      ],
    });

  test('each user gets or pays his own amount, in any order, and no other account changes', async () => {
    const users = await makeUsers(db(), 3);
    const [a = 0n, b = 0n, c = 0n] = users;
    await give(a, 'ADIT', 10n);
    await give(a, 'USDT', 5n);
    await give(c, 'USDT', 7n);
    const issued = await systemBalance(db(), 'issuance', 'ADIT');
    const other = await systemBalance(db(), 'custody', 'ADIT');
    const ids = await each([c, a, b], ['4', '-10', '1']);
    expect([await held(a), await held(b), await held(c)]).toEqual([0n, 1n, 4n]);
    expect([await held(a, 'USDT'), await held(c, 'USDT')]).toEqual([5n, 7n]);
    expect(await systemBalance(db(), 'issuance', 'ADIT')).toBe(issued + 5n);
    expect(await systemBalance(db(), 'custody', 'ADIT')).toBe(other);
    const newest = await Promise.all(
      [c, a, b].map(async (user) => (await history(db(), user, { limit: 1 }))[0]),
    );
    expect(newest).toMatchObject([
      { entry: ids[0], kind: 'test', ref: `test/${c}`, amount: 4n, balanceAfter: 4n },
      { entry: ids[1], kind: 'test', ref: `test/${a}`, amount: -10n, balanceAfter: 0n },
      { entry: ids[2], kind: 'test', ref: `test/${b}`, amount: 1n, balanceAfter: 1n },
    ]);
    expect(await audit(db())).toEqual([]);
  });

  test('one who cannot pay refuses it to all', async () => {
    const [a = 0n, b = 0n] = await makeUsers(db(), 2);
    await give(a, 'ADIT', 2n);
    await give(b, 'ADIT', 10n);
    const before = await entries();
    await expect(each([a, b], ['-3', '-3'], { kind: 'poor' })).rejects.toMatchObject({
      name: 'insufficient_balance',
      data: { coin: 'ADIT', balance: '0.000000000000000002', amount: '0.000000000000000003' },
    });
    expect([await held(a), await held(b), await entries()]).toEqual([2n, 10n, before]);
    await each([a], ['-2'], { kind: 'all' });
    expect(await held(a)).toBe(0n);
  });

  test('of those who cannot pay, the first by id is told', async () => {
    const [a = 0n, b = 0n, c = 0n, d = 0n] = await makeUsers(db(), 4);
    for (const [user, amount] of [[a, 5n] as const, [b, 3n] as const, [c, 1n] as const, [d, 2n] as const])
      await give(user, 'ADIT', amount);
    await expect(each([d, c, b, a], ['-3', '-3', '-3', '-1'], { kind: 'poor' })).rejects.toMatchObject({
      name: 'insufficient_balance',
      data: { balance: '0.000000000000000001' },
    });
  });

  test('each user is named once', async () => {
    const [a = 0n, b = 0n] = await makeUsers(db(), 2);
    for (const user of [a, b]) await give(user, 'ADIT', 5n);
    await expect(each([a, b, a], ['1', '1', '-1'], { kind: 'twice' })).rejects.toThrow(
      'names each user once',
    );
    expect([await held(a), await held(b)]).toEqual([5n, 5n]);
  });

  test('a spread account pays out of many rows', async () => {
    const [a = 0n] = await makeUsers(db(), 1);
    const before = await systemBalance(db(), 'institution', 'ADIT');
    for (let n = 0; n < 8; n += 1) await each([a], ['1'], { system: 'institution', kind: `spread ${n}` });
    const { rows } = await sql`
      select shard from ledger_accounts where system = 'institution' and coin = 'ADIT'`.execute(db());
    expect(rows.length).toBeGreaterThan(1);
    expect(await systemBalance(db(), 'institution', 'ADIT')).toBe(before - 8n);
  });

  test('a fund is paid into once, and its balance is recorded after each entry', async () => {
    const [a = 0n, b = 0n, c = 0n] = await makeUsers(db(), 3);
    for (const user of [a, b, c]) await give(user, 'ADIT', 10n);
    await post(db(), {
      ...{ kind: 'test', at: NOON },
      lines: [
        { system: 'race_bank', coin: 'USDT', amount: 5n },
        { system: 'custody', coin: 'USDT', amount: -5n },
      ],
    });
    const before = await systemBalance(db(), 'race_bank', 'ADIT');
    const ids = await each([b, c, a], ['-1', '-2', '-4'], { system: 'race_bank', kind: 'into a fund' });
    const { rows } = await sql<{ after: bigint }>`
      select p.balance_after as after from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.system = 'race_bank' and p.journal_id = any (${ids}) order by p.journal_id`.execute(db());
    expect(rows.map(({ after }) => after - before)).toEqual([1n, 3n, 7n]);
    expect(await systemBalance(db(), 'race_bank', 'USDT')).toBe(5n);
    expect(await audit(db())).toEqual([]);
  });

  test('an amount of nothing or of a part of the smallest unit is refused, and so is a fund', async () => {
    const [a = 0n, b = 0n] = await makeUsers(db(), 2);
    for (const amount of ['0', '0.5'])
      await expect(each([a, b], ['1', amount], { kind: 'odd' })).rejects.toThrow('an amount other than zero');
    await expect(each([a], ['1'], { system: 'race_bank' })).rejects.toThrow('a fund is a single row');
    expect([await held(a), await held(b)]).toEqual([0n, 0n]);
  });

  describe('entries booked together', () => {
    const pays = (user: bigint | undefined, amount: bigint, trace?: string): TracedEntry => ({
      ...{ kind: 'together', trace },
      lines: [
        { user: user as bigint, coin: 'ADIT', amount: -amount },
        { system: 'reserve', coin: 'ADIT', amount },
      ],
    });
    const gets = (user: bigint | undefined, amount: bigint, coin = 'ADIT'): TracedEntry => ({
      ...{ kind: 'together', trace: undefined },
      lines: [
        { system: 'reserve', coin, amount: -amount },
        { user: user as bigint, coin, amount },
      ],
    });
    const afters = async (ids: readonly bigint[]) => {
      const { rows } = await sql<{ after: bigint }>`
        select p.balance_after as after from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where a.system = 'reserve' and a.coin = 'ADIT' and p.journal_id = any (${ids}) order by p.journal_id`.execute(
        db(),
      );
      return rows.map(({ after }) => after);
    };

    test('leave the balances, also those in between, that they would leave one after the other', async () => {
      const [a = 0n, b = 0n, c = 0n] = await makeUsers(db(), 3);
      await give(a, 'ADIT', 10n);
      await give(c, 'ADIT', 10n);
      const trace = '12345678-9abc-4def-8123-456789abcdef';
      const ids = await postTogether(db(), NOON, [pays(c, 7n), gets(b, 5n), pays(a, 4n, trace), gets(b, 6n)]);
      expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)));
      expect([await held(a), await held(b), await held(c)]).toEqual([6n, 11n, 3n]);
      expect(await afters(ids)).toEqual([7n, 2n, 6n, 0n]);
      expect(await history(db(), b, { limit: 2 })).toMatchObject([
        { entry: ids[3], kind: 'together', amount: 6n, balanceAfter: 11n },
        { entry: ids[1], kind: 'together', amount: 5n, balanceAfter: 5n },
      ]);
      expect([await traceOf(db(), ids[2] ?? 0n), await traceOf(db(), ids[0] ?? 0n)]).toEqual([
        trace.replaceAll('-', ''),
        undefined,
      ]);
      expect(await audit(db())).toEqual([]);
    });

    test('may give a new account what it pays at once', async () => {
      const [a = 0n, b = 0n] = await makeUsers(db(), 2);
      await give(a, 'ADIT', 5n);
      await postTogether(db(), NOON, [pays(a, 5n), gets(b, 5n), pays(b, 5n)]);
      expect([await held(a), await held(b)]).toEqual([0n, 0n]);
      await postTogether(db(), NOON, [gets(b, 5n)]);
    });

    test('are all refused if a user or a fund could not pay one of them in its place', async () => {
      const [a = 0n, b = 0n] = await makeUsers(db(), 2);
      await give(a, 'ADIT', 2n);
      const before = [await entries(), await systemBalance(db(), 'reserve', 'ADIT')];
      await expect(postTogether(db(), NOON, [pays(a, 2n), pays(a, 1n)])).rejects.toMatchObject({
        name: 'insufficient_balance',
        data: { coin: 'ADIT', balance: '0.000000000000000002', amount: '0.000000000000000003' },
      });
      // It would have enough at the end.
      await expect(postTogether(db(), NOON, [gets(b, 1n), pays(a, 2n)])).rejects.toMatchObject({
        ...{ name: 'fund_exhausted', data: { coin: 'ADIT' } },
      });
      await expect(postTogether(db(), NOON, [gets(b, 1n, 'TON')])).rejects.toMatchObject({
        name: 'fund_exhausted',
      });
      expect([await entries(), await systemBalance(db(), 'reserve', 'ADIT')]).toEqual(before);
      expect([await held(a), await held(b)]).toEqual([2n, 0n]);
      await postTogether(db(), NOON, [pays(a, 2n), gets(b, 1n)]);
      await promise(db(), 'reserve', 'ADIT', 1n);
      await expect(postTogether(db(), NOON, [gets(b, 1n)])).rejects.toMatchObject({ name: 'fund_exhausted' });
      await promise(db(), 'reserve', 'ADIT', -1n);
      expect(await held(b)).toBe(1n);
    });

    test('have two postings or more each, which sum to zero', async () => {
      const [a = 0n] = await makeUsers(db(), 1);
      await give(a, 'ADIT', 9n);
      const before = await entries();
      const [user, reserve] = pays(a, 1n).lines;
      const of = (...lines: (typeof user)[]) => ({
        ...{ kind: 'together', trace: undefined },
        lines: lines.flatMap((line) => line ?? []),
      });
      const revenue = { system: 'revenue', coin: 'ADIT', amount: 1n } as const;
      for (const short of [of(), of(user)])
        await expect(
          postTogether(db(), NOON, [short, pays(a, 1n), of(user, reserve, revenue)]),
        ).rejects.toThrow('two postings or more');
      await expect(postTogether(db(), NOON, [pays(a, 1n), of(user, reserve, revenue)])).rejects.toThrow(
        'sum to zero',
      );
      expect([await entries(), await held(a)]).toEqual([before, 9n]);
    });
  });

  test('an entry is what it moves, of its kind, reference and number, and nothing else', async () => {
    const [a = 0n, b = 0n] = await makeUsers(db(), 2);
    const [entry = 0n] = await each([a], ['9'], { kind: 'known' });
    const is = async (change: {
      id?: bigint;
      kind?: string;
      ref?: string;
      users?: (bigint | null)[];
      systems?: (string | null)[];
      coins?: string[];
      amounts?: string[];
    }) => {
      const one = {
        ...{ id: entry, kind: 'known', ref: `known/${a}`, users: [a, null], systems: [null, 'issuance'] },
        ...{ coins: ['ADIT', 'ADIT'], amounts: ['9', '-9'] },
        ...change,
      };
      const { rows } = await sql<{ is: boolean }>`
        select ${fn('ledger_is')}(${one.id}, ${one.kind}, ${one.ref}, ${one.users}::bigint[], ${one.systems}::text[],
          ${one.coins}::text[], ${one.amounts}::numeric[]) as is`.execute(db());
      return rows[0]?.is;
    };
    expect(await is({})).toBe(true);
    // Lines with an amount of zero are left out.
    expect(
      await is({
        ...{ users: [a, null, null], systems: [null, 'issuance', 'revenue'] },
        ...{ coins: ['ADIT', 'ADIT', 'ADIT'], amounts: ['9', '-9', '0'] },
      }),
    ).toBe(true);
    const [another = 0n] = await each([b], ['9'], { kind: 'known' });
    expect(
      await Promise.all([
        is({ id: another }),
        is({ kind: 'other' }),
        is({ ref: `known/${b}` }),
        is({ users: [b, null] }),
        is({ systems: [null, 'revenue'] }),
        is({ coins: ['USDT', 'USDT'] }),
        is({ amounts: ['8', '-8'] }),
        is({ users: [a], systems: [null], coins: ['ADIT'], amounts: ['9'] }),
      ]),
    ).toEqual(Array(8).fill(false));
  });

  test('a reference is booked for its own kind', async () => {
    const [a = 0n] = await makeUsers(db(), 1);
    await each([a], ['1'], { kind: 'booked' });
    const booked = async (kind: string, ref: string) =>
      (await sql<{ is: boolean }>`select ${fn('ledger_booked')}(${kind}, ${ref}) as is`.execute(db())).rows[0]
        ?.is;
    expect([
      await booked('booked', `booked/${a}`),
      await booked('test', `booked/${a}`),
      await booked('booked', `booked/${a}0`),
    ]).toEqual([true, false, false]);
  });
});
