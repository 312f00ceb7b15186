// What the client guarantees on both databases: equal values, complete transactions, and closing more than once.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { refuse } from '#server/lib/refusal.ts';
import { freshDatabase, onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { inTransaction } from './client.ts';

removeClusterAtEnd();

const MAX = 99_999_999_999_999_999_999_999_999_999_999_999_999n;
const INT8_MAX = 9_223_372_036_854_775_807n;
const MOMENT = new Date('2026-11-21T12:00:00.123Z');
const bytes = new Uint8Array([0, 1, 0x5c, 0x27, 255]);
const plain = (value: unknown): unknown =>
  value instanceof Uint8Array ? [...value] : Array.isArray(value) ? value.map(plain) : value;

onBothDatabases((open) => {
  const one = async (query: ReturnType<typeof sql>) =>
    (await query.execute(open().kysely)).rows[0] as Record<string, unknown>;

  describe('a value is read back as it was written', () => {
    test.each<[string, unknown]>([
      ['int8', INT8_MAX],
      ['int8', -INT8_MAX],
      ['int8', null],
      ['numeric(38,0)', MAX],
      ['numeric(38,0)', -MAX],
      ['numeric(38,0)', null],
      ['int4', 7],
      ['float8', 0.5],
      ['bool', false],
      ['text', `quote ' backslash \\ " {a,b} ไทย 中文 \n`],
      ['text', null],
      ['uuid', '0b8f3a2e-0a54-4a0e-9c37-2f1f5d1d7a10'],
      ['timestamptz', MOMENT],
      ['date', '2026-11-21'],
      ['bytea', bytes],
      ['bytea', Buffer.from('pooled')],
      ['json', { b: [1, null], a: 'x' }],
      ['jsonb', { a: { b: 'ü' } }],
      ['int8[]', [1n, null, -INT8_MAX]],
      ['int8[]', []],
      ['numeric[]', [MAX, null, -1n]],
      ['text[]', ['a', null, 'NULL', '', `,{}"\\'`, 'ไทย']],
      ['timestamptz[]', [MOMENT, null]],
      ['date[]', ['2026-11-21', null]],
      ['bytea[]', [bytes, null]],
      ['bool[]', [true, false, null]],
      ['uuid[]', ['0b8f3a2e-0a54-4a0e-9c37-2f1f5d1d7a10']],
    ])('%s %s', async (type, value) => {
      const { given } = await one(sql`select ${value}::${sql.raw(type)} as given`);
      expect(plain(given)).toEqual(plain(value));
    });

    test('counts, sums and averages', async () => {
      expect(
        await one(
          sql`select count(*) as n, sum(x) as total, sum(x::int8) as big, avg(x) as mean from (values (1), (2)) v (x)`,
        ),
      ).toMatchObject({ n: 2n, total: 3n, big: 3n, mean: expect.stringMatching(/^1\.50*$/) as unknown });
    });

    test('two megabytes without delay', async () => {
      const large = randomBytes(2_000_000);
      const start = performance.now();
      const { given } = await one(sql`select ${large}::bytea as given`);
      expect(large.equals(given as Uint8Array)).toBe(true);
      expect(performance.now() - start).toBeLessThan(30_000);
    });
  });

  describe('transactions', () => {
    const put = (db: ReturnType<typeof open>['kysely'], key: string) =>
      db.insertInto('settings').values({ key, value: 'v' }).execute();
    const has = async (key: string) =>
      (await open().kysely.selectFrom('settings').select('key').where('key', '=', key).execute()).length ===
      1;

    test('a refusal rolls the transaction back and reaches the caller unchanged', async () => {
      const work = inTransaction(open().kysely, async (tx) => {
        await put(tx, 'refused');
        refuse('conflict', { why: 'x' });
      });
      await expect(work).rejects.toMatchObject({ name: 'conflict', data: { why: 'x' } });
      expect(await has('refused')).toBe(false);
    });

    test('a failed statement is never followed by a commit that reports success', async () => {
      const work = open()
        .kysely.transaction()
        .execute(async (tx) => {
          await put(tx, 'swallowed');
          await sql`select 1 / 0`.execute(tx).catch(() => undefined);
        });
      await expect(work).rejects.toThrow();
      expect(await has('swallowed')).toBe(false);
    });

    test('other requests neither see nor join an open one', async () => {
      let free = () => {};
      const held = new Promise<void>((resolve) => (free = resolve));
      const first = inTransaction(open().kysely, async (tx) => {
        await put(tx, 'held');
        await held;
        refuse('conflict');
      });
      const second = put(open().kysely, 'other');
      setTimeout(free, 50);
      await expect(first).rejects.toMatchObject({ name: 'conflict' });
      await second;
      expect([await has('held'), await has('other')]).toEqual([false, true]);
    });

    test('the number of changed rows is returned, even for a statement with WITH', async () => {
      await put(open().kysely, 'counted');
      const plainly = await sql`update settings set value = 'w' where key = 'counted'`.execute(open().kysely);
      const within =
        await sql`with w as (select 'counted' as k) update settings set value = 'x' from w where key = w.k`.execute(
          open().kysely,
        );
      expect([plainly.numAffectedRows, within.numAffectedRows]).toEqual([1n, 1n]);
    });
  });

  test('a notice reaches its listeners until they stop, even if one of them throws', async () => {
    const heard: string[] = [];
    const [first, second] = await Promise.all([
      open().listen('test_news', () => {
        throw new Error('a listener of no use');
      }),
      open().listen('test_news', (payload) => heard.push(payload)),
    ]);
    await open().notify('test_news', 'one');
    await expect.poll(() => heard).toEqual(['one']);
    await Promise.all([first(), second()]);
    await open().notify('test_news', 'two');
    await open().ping();
    expect(heard).toEqual(['one']);
  });

  test('closing twice is the same as closing once; a closed database does not answer', async () => {
    const database = await freshDatabase(open().kind);
    expect(await database.ping()).toBe(true);
    await Promise.all([database.close(), database.close()]);
    await database.close();
    expect(await database.ping()).toBe(false);
    await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow();
  });
});
