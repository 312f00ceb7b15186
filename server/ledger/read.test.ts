// What the ledger is asked about the past and about everybody, apart from histories: sums, balances at a given
// moment, holdings.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fn } from '#server/db/functions.ts';
import { onBothDatabases, onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import { post } from './post.ts';
import { type HistoryPage, type Movement, balancesAt, history, postedSince } from './read.ts';

removeClusterAtEnd();

const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);

onBothDatabases((open) => {
  const db = () => open().kysely;
  const book = (
    user: bigint,
    amount: bigint,
    more: { kind?: string; coin?: string; at?: Date; ref?: string } = {},
  ) => {
    const { coin = 'ADIT', ...entry } = { kind: 'mining', at: NOON, ...more };
    return post(db(), {
      ...entry,
      lines: [
        { user, coin, amount },
        { system: 'custody', coin, amount: -amount },
      ],
    });
  };

  test('what users received and paid since an entry is told with the last entry that it is from', async () => {
    const [ann = 0n, ben = 0n, idle = 0n] = await makeUsers(db(), 3);
    const ofAdit = { coin: 'ADIT', kinds: ['mining', 'exchange'] };
    const since = (user: bigint, after: bigint) => postedSince(db(), [{ user, after }], ofAdit);
    const first = await book(ann, 10n);
    await book(ann, 1n);
    await book(ann, 20n, { kind: 'gift' });
    await book(ann, 40n, { coin: 'BTC' });
    await book(ben, 80n);
    await book(ann, -1n, { kind: 'exchange' });
    const last = await book(ann, -4n, { kind: 'exchange' });
    await book(ben, 160n);
    expect(await since(ann, first)).toEqual([
      { user: ann, after: first, upto: last, received: 1n, paid: 5n },
    ]);
    expect(await since(ann, 0n)).toEqual([{ user: ann, after: 0n, upto: last, received: 11n, paid: 5n }]);
    expect(await since(ann, last)).toEqual([{ user: ann, after: last, upto: last, received: 0n, paid: 0n }]);
    expect(await since(idle, 3n)).toEqual([{ user: idle, after: 3n, upto: 3n, received: 0n, paid: 0n }]);
  });

  test('what a user received after one entry up to another is told entry by entry, with its reference', async () => {
    const [ann = 0n, ben = 0n] = await makeUsers(db(), 2);
    const after = await book(ann, 10n, { ref: `${ann}/1` });
    await book(ann, 1n, { ref: `${ann}/2` });
    await book(ann, -5n, { ref: `${ann}/3` });
    await book(ann, 20n, { kind: 'gift', ref: `${ann}/4` });
    await book(ann, 30n, { coin: 'BTC', ref: `${ann}/5` });
    await book(ben, 40n, { ref: `${ann}/6` });
    const upto = await book(ann, 7n, { ref: `${ann}/7` });
    await book(ann, 50n, { ref: `${ann}/8` });
    const { rows } = await sql`
      select * from ${fn('ledger_received')}(${ann}, 'ADIT', 'mining', ${after}, ${upto}) order by ref`.execute(
      db(),
    );
    expect(rows).toEqual([
      { ref: `${ann}/2`, amount: 1n },
      { ref: `${ann}/7`, amount: 7n },
    ]);
  });

  test('balances at a moment are those after the last entry by then, and a coin not yet held is missing', async () => {
    const [other = 0n, ann = 0n] = await makeUsers(db(), 2);
    for (const coin of ['ADIT', 'BTC']) await book(other, 900n, { coin, at: later(-9) });
    await book(ann, 10n, { at: later(100) });
    await book(other, 800n, { at: later(101) });
    await book(ann, 5n, { coin: 'BTC', at: later(102) });
    await book(ann, -3n, { at: later(102) });
    await book(ann, 1n, { at: later(103) });
    const held = async (hours: number) => {
      const rows = await balancesAt(db(), ann, [later(hours)]);
      return Object.fromEntries(rows.map(({ coin, balance }) => [coin, balance]));
    };
    expect(await held(99)).toEqual({});
    expect(await held(100)).toEqual({ ADIT: 10n });
    expect(await held(101.5)).toEqual({ ADIT: 10n });
    expect(await held(102)).toEqual({ ADIT: 7n, BTC: 5n });
    expect(await held(500)).toEqual({ ADIT: 8n, BTC: 5n });
    expect(await balancesAt(db(), ann, [later(101), later(103)])).toHaveLength(3);
  });

  test('sums of a kind are told by user and coin', async () => {
    const [ann = 0n, ben = 0n] = await makeUsers(db(), 2);
    for (const amount of [5n, -2n]) await book(ann, amount, { kind: 'summed' });
    await book(ann, 7n, { kind: 'summed', coin: 'BTC' });
    await book(ben, 1n, { kind: 'summed' });
    await book(ben, 9n, { kind: 'gift' });
    const { rows } = await sql`
      select user_id as user, coin, sum from ${fn('posted_by_kind')}('summed') order by 1, 2`.execute(db());
    expect(rows).toEqual([
      { user: ann, coin: 'ADIT', sum: 3n },
      { user: ann, coin: 'BTC', sum: 7n },
      { user: ben, coin: 'ADIT', sum: 1n },
    ]);
  });

  test('holdings list what each user has, coins in the order of the alphabet, and nobody who has nothing', async () => {
    const [ann = 0n, ben = 0n, cleo = 0n] = await makeUsers(db(), 3);
    for (const [coin, amount] of [
      ['USDT', 3n],
      ['BTC', 1n],
      ['ADIT', 2n],
      ['ETH', 4n],
    ] as const)
      await book(ann, amount, { coin });
    await book(ann, -4n, { coin: 'ETH' });
    await book(ben, 5n);
    await book(ben, -5n);
    await book(cleo, 1n);
    const { rows } = await sql<{ user: bigint | null; sums: string }>`
      select user_id as user, sums from ${fn('user_holdings')}() order by 1`.execute(db());
    expect(rows.every(({ user }) => user !== null)).toBe(true);
    expect(rows.filter(({ user }) => user !== null && user >= ann)).toEqual([
      { user: ann, sums: 'ADIT=2;BTC=1;USDT=3' },
      { user: cleo, sums: 'ADIT=1' },
    ]);
  });

  test('coins are those of which the user has an account', async () => {
    const [ann = 0n, ben = 0n] = await makeUsers(db(), 2);
    await book(ann, 1n, { coin: 'BTC' });
    await book(ann, 1n);
    await book(ben, 1n, { coin: 'ETH' });
    const { rows } = await sql<{ coins: string[] }>`select ${fn('ledger_coins')}(${ann}) as coins`.execute(
      db(),
    );
    expect(rows[0]?.coins.toSorted()).toEqual(['ADIT', 'BTC']);
  });

  test('a period of a history begins with its first moment and ends before its last', async () => {
    const [ann = 0n] = await makeUsers(db(), 1);
    for (const hour of [1000, 1001, 1002, 1003]) await book(ann, BigInt(hour), { at: later(hour) });
    for (const kinds of [undefined, ['mining']]) {
      const page = await history(db(), ann, { from: later(1001), to: later(1003), kinds, limit: 10 });
      expect(page.map(({ amount }) => amount)).toEqual([1002n, 1001n]);
    }
  });

  test('an amount is found as lists show it, of some kinds, newest first, page by page and within a period', async () => {
    const [ben = 0n, ann = 0n] = await makeUsers(db(), 2);
    const shown = (5n * COIN) / 2n;
    await book(ben, shown, { at: later(1999) });
    const adit = [shown, shown + 1n, 3n * COIN, -shown];
    const ids: bigint[] = [];
    for (const [n, amount] of adit.entries()) ids.push(await book(ann, amount, { at: later(2000 + n) }));
    await book(ann, shown, { kind: 'gift', at: later(2004) });
    ids.push(await book(ann, shown, { coin: 'BTC', at: later(2005) }));
    ids.push(await book(ann, shown, { at: later(2006) }));
    const [first, second, , third, fourth, fifth] = ids;
    const found = async (page: Partial<HistoryPage>) =>
      history(db(), ann, { kinds: ['mining'], found: { amount: shown, entries: [] }, limit: 10, ...page });
    const entries = async (page: Partial<HistoryPage> = {}) => (await found(page)).map(({ entry }) => entry);
    expect(await entries()).toEqual([fifth, fourth, third, second, first]);
    expect(await entries({ coin: 'ADIT' })).toEqual([fifth, third, second, first]);
    expect(await entries({ from: later(2001), to: later(2006) })).toEqual([fourth, third, second]);
    const pages: Movement[] = [];
    for (let page: Movement[]; (page = await found({ after: pages.at(-1), limit: 1 })).length;)
      pages.push(...page);
    expect(pages).toEqual(await found({}));
  });
});

onPostgres((open) => {
  test('the last entry by a moment is found among any number of entries, whose ids may have gaps', async () => {
    const db = open().kysely;
    const by = async (hours: number) => {
      const { rows } = await sql<{ id: bigint }>`
        select ${fn('ledger_entry_by')}(${later(hours)}) as id`.execute(db);
      return rows[0]?.id ?? -1n;
    };
    expect(await by(0)).toBe(0n);
    const ids = [4n, 5n, 6n, 9n, 10n, 17n, 18n, 19n, 30n];
    for (const [hour, id] of ids.entries()) {
      await sql`insert into ledger_journal (id, kind, at) overriding system value values (${id}, 'test', ${later(hour)})`.execute(
        db,
      );
      expect(await by(-1)).toBeLessThan(4n);
      // Any id below the next entry gives the same result.
      for (let n = 0; n <= hour; n += 1) {
        const found = await by(n);
        expect(found).toBeGreaterThanOrEqual(ids[n] ?? 0n);
        expect(found).toBeLessThan(n < hour ? (ids[n + 1] ?? 0n) : id + 1n);
      }
    }
  });
});
