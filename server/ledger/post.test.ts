// What an entry does and what is refused, on both databases, even when SQL bypasses the ledger's functions.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import { FUNDS, SYSTEM_ACCOUNTS } from './accounts.ts';
import { audit } from './audit.ts';
import { type Line, post, postOnce, promise } from './post.ts';
import { balances, systemBalance, systemBalances } from './read.ts';

removeClusterAtEnd();

onBothDatabases((open) => {
  const db = () => open().kysely;
  const book = (lines: Line[]) => post(db(), { kind: 'test', at: NOON, lines });
  const give = (user: bigint, coin: string, amount: bigint) =>
    book([
      { user, coin, amount },
      { system: coin === 'ADIT' ? 'issuance' : 'custody', coin, amount: -amount },
    ]);
  const user = async () => (await makeUsers(db(), 1))[0] as bigint;
  const count = async () =>
    (await sql<{ n: bigint }>`select count(*) as n from ledger_journal`.execute(db())).rows[0]?.n;

  test('an entry moves what it lists and nothing else', async () => {
    const [a, b] = (await makeUsers(db(), 2)) as [bigint, bigint];
    const issued = await systemBalance(db(), 'issuance', 'ADIT');
    await give(a, 'ADIT', 12n * COIN);
    await book([
      { user: a, coin: 'ADIT', amount: -5n * COIN },
      { user: b, coin: 'ADIT', amount: 5n * COIN - 1n },
      { system: 'revenue', coin: 'ADIT', amount: 1n },
    ]);
    expect(await balances(db(), a)).toEqual(new Map([['ADIT', 7n * COIN]]));
    expect(await balances(db(), b)).toEqual(new Map([['ADIT', 5n * COIN - 1n]]));
    expect(await systemBalance(db(), 'issuance', 'ADIT')).toBe(issued - 12n * COIN);
    expect(await systemBalance(db(), 'revenue', 'ADIT')).toBe(1n);
    const sums = Map.groupBy(await systemBalances(db()), ({ coin }) => coin);
    expect(sums.get('ADIT')?.map(({ system }) => system)).toEqual(['issuance', 'revenue']);
  });

  test('a user who holds too little is refused with the balance, and nothing is booked', async () => {
    const poor = await user();
    await give(poor, 'USDT', toUnits('0.5'));
    const before = await count();
    const buy = (who: bigint) =>
      book([
        { user: who, coin: 'USDT', amount: -10n * COIN },
        { system: 'buyback', coin: 'USDT', amount: 10n * COIN },
      ]);
    await expect(buy(poor)).rejects.toMatchObject({
      name: 'insufficient_balance',
      data: { coin: 'USDT', balance: '0.5', amount: '10' },
    });
    await expect(buy(await user())).rejects.toMatchObject({
      name: 'insufficient_balance',
      data: { coin: 'USDT', balance: '0', amount: '10' },
    });
    expect(await count()).toBe(before);
    expect(await balances(db(), poor)).toEqual(new Map([['USDT', toUnits('0.5')]]));
  });

  test.each(FUNDS)('%s pays until it is empty and not a unit more', async (system) => {
    const winner = await user();
    const move = (amount: bigint) =>
      book([
        { system, coin: 'BNB', amount: -amount },
        { user: winner, coin: 'BNB', amount },
      ]);
    await expect(move(1n)).rejects.toMatchObject({ name: 'fund_exhausted', data: { coin: 'BNB' } });
    await book([
      { system, coin: 'BNB', amount: 3n },
      { system: 'custody', coin: 'BNB', amount: -3n },
    ]);
    await move(3n);
    await expect(move(1n)).rejects.toMatchObject({ name: 'fund_exhausted', data: { coin: 'BNB' } });
    expect(await systemBalance(db(), system, 'BNB')).toBe(0n);
  });

  test('a fund keeps what it has promised, promises no more than it holds, and nothing of a coin it never held', async () => {
    const winner = await user();
    const move = (amount: bigint) =>
      book([
        { system: 'resale', coin: 'BNB', amount: -amount },
        { user: winner, coin: 'BNB', amount },
      ]);
    await expect(promise(db(), 'resale', 'AVAX', 1n)).rejects.toThrow('resale has no AVAX to promise');
    await give(winner, 'BNB', 10n);
    await move(-10n);
    await promise(db(), 'resale', 'BNB', 4n);
    await promise(db(), 'resale', 'BNB', 3n);
    await promise(db(), 'resale', 'BNB', -1n);
    await expect(promise(db(), 'resale', 'BNB', 5n)).rejects.toMatchObject({ code: '23514' });
    await expect(move(5n)).rejects.toMatchObject({ name: 'fund_exhausted', data: { coin: 'BNB' } });
    await move(4n);
    expect(await systemBalance(db(), 'resale', 'BNB')).toBe(6n);
  });

  test('spread accounts may go below zero and use many rows', async () => {
    const holder = await user();
    for (let n = 0; n < 8; n += 1) await give(holder, 'ETH', 1n);
    expect(await systemBalance(db(), 'custody', 'ETH')).toBe(-8n);
    const { rows } =
      await sql`select shard from ledger_accounts where system = 'custody' and coin = 'ETH'`.execute(db());
    expect(rows.length).toBeGreaterThan(1);
  });

  test('the largest amount fits, and the next one is refused completely', async () => {
    const whale = await user();
    const most = 10n ** 38n - 1n;
    await give(whale, 'SHIB', most);
    expect((await balances(db(), whale)).get('SHIB')).toBe(most);
    await expect(give(whale, 'SHIB', 1n)).rejects.toMatchObject({ code: '22003' });
    expect((await balances(db(), whale)).get('SHIB')).toBe(most);
  });

  describe('an invalid entry', () => {
    const line = (amount: bigint, coin = 'ADIT'): Line => ({ system: 'issuance', coin, amount });
    test.each<[string, (user: bigint) => Line[]]>([
      ['no lines', () => []],
      ['one line', () => [line(1n)]],
      ['a sum', (user) => [{ user, coin: 'ADIT', amount: 2n }, line(-1n)]],
      ['another coin', (user) => [{ user, coin: 'ADIT', amount: 1n }, line(-1n, 'USDT')]],
      ['zeros', (user) => [{ user, coin: 'ADIT', amount: 0n }, line(0n)]],
      [
        'one account twice',
        (user) => [{ user, coin: 'ADIT', amount: 1n }, { user, coin: 'ADIT', amount: 1n }, line(-2n)],
      ],
      [
        'an unknown account',
        (user) => [{ user, coin: 'ADIT', amount: 1n }, { ...line(-1n), system: 'pocket' } as unknown as Line],
      ],
      [
        'two owners',
        (user) => [{ user, system: 'revenue', coin: 'ADIT', amount: 1n } as unknown as Line, line(-1n)],
      ],
      [
        'no owner',
        (user) => [{ coin: 'ADIT', amount: 1n } as unknown as Line, { user, coin: 'ADIT', amount: -1n }],
      ],
    ])('%s: is an error and leaves nothing', async (_, lines) => {
      const who = await user();
      const before = await count();
      await expect(book(lines(who))).rejects.toThrow();
      expect(await count()).toBe(before);
      expect(await balances(db(), who)).toEqual(new Map());
    });

    test.each(['0.5', 'null', `'NaN'`])('an amount of %s', async (amount) => {
      const who = await user();
      const call = sql`select ${fn('ledger_post')}('test', null, now(), array[${who}, null]::bigint[], array[null, 'issuance'],
        array['ADIT', 'ADIT'], array[${sql.raw(amount)}, - ${sql.raw(amount)}::numeric]::numeric[])`;
      await expect(call.execute(db())).rejects.toThrow();
      expect(await balances(db(), who)).toEqual(new Map());
    });
  });

  describe('a reference', () => {
    const seed = (user: bigint, ref: string) => ({
      kind: 'seed',
      ref,
      at: NOON,
      lines: [
        { user, coin: 'ADIT', amount: 1n },
        { system: 'issuance', coin: 'ADIT', amount: -1n },
      ] as const,
    });

    test('is booked once', async () => {
      const who = await user();
      expect(await postOnce(db(), seed(who, 'once'))).toBeTypeOf('bigint');
      expect(await postOnce(db(), seed(who, 'once'))).toBeNull();
      await expect(post(db(), seed(who, 'once'))).rejects.toMatchObject({ code: '23505' });
      expect((await balances(db(), who)).get('ADIT')).toBe(1n);
    });

    test('may be booked once for each kind', async () => {
      const who = await user();
      await postOnce(db(), seed(who, 'for each kind'));
      expect(await postOnce(db(), { ...seed(who, 'for each kind'), kind: 'gift' })).toBeTypeOf('bigint');
    });

    test('is booked once by many simultaneous callers', async () => {
      const who = await user();
      const results = await Promise.all(
        Array.from({ length: 8 }, () => inTransaction(db(), (tx) => postOnce(tx, seed(who, 'many')))),
      );
      expect(results.filter((id) => id !== null)).toHaveLength(1);
      expect((await balances(db(), who)).get('ADIT')).toBe(1n);
    });
  });

  describe('SQL that bypasses the function', () => {
    const insert = (amount: bigint) => sql`
      with j as (insert into ledger_journal (kind, at) values ('forged', now()) returning id)
      insert into ledger_postings (journal_id, account_id, coin, amount)
      select j.id, a.id, a.coin, ${amount}::numeric from j, (select max(id) as id, 'ADIT' as coin from ledger_accounts) a`;

    test('cannot write a posting without its counterpart', async () => {
      await give(await user(), 'USDT', 1n);
      const before = await count();
      await expect(insert(5n).execute(db())).rejects.toThrow('sum to zero');
      expect(await count()).toBe(before);
    });

    test.each([
      'update ledger_postings set amount = amount',
      'delete from ledger_postings',
      'truncate ledger_postings',
      'update ledger_journal set kind = kind',
      'delete from ledger_journal',
      'truncate ledger_journal',
    ])('%s', async (text) => {
      await expect(sql.raw(text).execute(db())).rejects.toThrow('append-only');
    });

    test.each(['user_id is not null', `system = 'race_bank'`])('cannot overdraw where %s', async (where) => {
      await book([
        { system: 'race_bank', coin: 'ADIT', amount: 1n },
        { system: 'issuance', coin: 'ADIT', amount: -1n },
      ]);
      await give(await user(), 'ADIT', 1n);
      const steal = sql`update ledger_accounts set balance = -1 where ${sql.raw(where)}`;
      await expect(steal.execute(db())).rejects.toMatchObject({ code: '23514' });
    });
  });

  test('code and database have the same accounts and funds', async () => {
    const names = [...SYSTEM_ACCOUNTS];
    const { rows } = await sql<{ name: string; fund: boolean }>`
      select name, ${fn('ledger_is_fund')}(name) as fund from unnest(${names}::text[]) as n (name)`.execute(
      db(),
    );
    expect(rows.filter(({ fund }) => fund).map(({ name }) => name)).toEqual([...FUNDS]);
    for (const system of names) {
      await book([
        { system, coin: 'TON', amount: 1n },
        { system: system === 'custody' ? 'issuance' : 'custody', coin: 'TON', amount: -1n },
      ]);
    }
  });

  test.each([
    ['0', '0'],
    ['1', '0.000000000000000001'],
    ['12000000000000000000', '12'],
    ['-500000000000000000', '-0.5'],
    ['1234567890123456789', '1.234567890123456789'],
    ['99999999999999999999999999999999999999', '99999999999999999999.999999999999999999'],
  ])('amount_text writes %s units as %s', async (units, text) => {
    const { rows } = await sql<{
      text: string;
    }>`select ${fn('amount_text')}(${units}::numeric) as text`.execute(db());
    expect(rows[0]?.text).toBe(text);
  });

  test.each([
    ['2500000000000000000', '4000000000000000000', '10000000000000000000'],
    ['1', '999999999999999999', '0'],
    ['999999999999999999999999', '1000000000000000001', '1000000000000000000999998'],
  ])('%s times %s is %s units, rounded down', async (a, b, product) => {
    const { rows } = await sql<{
      made: bigint;
    }>`select ${fn('times')}(${a}::numeric, ${b}::numeric) as made`.execute(db());
    expect(rows[0]?.made).toBe(BigInt(product));
  });

  test('what a system account holds of a coin is the sum of its shards, and nothing before it is used', async () => {
    const held = async (system: string, coin: string) => {
      const { rows } = await sql<{ sum: bigint }>`
        select ${fn('ledger_system')}(${system}, ${coin}) as sum`.execute(db());
      return rows[0]?.sum;
    };
    for (let n = 0; n < 4; n += 1)
      await book([
        { system: 'revenue', coin: 'DOGE', amount: 3n },
        { system: 'custody', coin: 'DOGE', amount: -3n },
      ]);
    expect(await held('revenue', 'DOGE')).toBe(12n);
    expect(await held('institution', 'DOGE')).toBe(0n);
  });

  test('after all of this, the books are sound', async () => {
    expect(await audit(db())).toEqual([]);
  });
});
