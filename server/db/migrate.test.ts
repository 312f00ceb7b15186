// Schema versions: from nothing and from every earlier state, twice, from two processes at once, and never backwards.
import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { type Entry, post } from '#server/ledger/post.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import {
  KINDS,
  bareDatabase,
  emptyPlace,
  freshDatabase,
  quiet,
  removeClusterAtEnd,
} from '#tests/support/databases.ts';
import { type Db, openDatabase } from './client.ts';
import { migrate, migrationNames } from './migrate.ts';

removeClusterAtEnd();
const names = migrationNames();

/** Everything that a schema consists of, as text: columns, constraints, indexes, triggers, functions. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

describe.each(KINDS)('on %s', (kind) => {
  let stepped: Awaited<ReturnType<typeof bareDatabase>>;
  beforeAll(async () => {
    stepped = await bareDatabase(kind);
  });
  afterAll(() => stepped?.end());

  test('one version after the other leads to the schema that a new database gets at once', async () => {
    for (const name of names) {
      await migrate(stepped.db, name);
      const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(
        stepped.db,
      );
      expect(rows[0]?.name).toBe(name);
    }
    const whole = await freshDatabase(kind);
    expect(await schemaOf(stepped.db)).toEqual(await schemaOf(whole.kysely));
    await whole.close();
  });

  test('a second time changes nothing', async () => {
    await sql`insert into settings (key, value) values ('kept', 'v')`.execute(stepped.db);
    const before = await schemaOf(stepped.db);
    await migrate(stepped.db);
    expect(await schemaOf(stepped.db)).toEqual(before);
    expect((await sql`select 1 from settings where key = 'kept'`.execute(stepped.db)).rows).toHaveLength(1);
  });

  test('postings of before get the kind of their entry, and stay as fixed as they were', async () => {
    const fresh = await bareDatabase(kind);
    const { db } = fresh;
    await migrate(db, '0010_chain_money');
    const [user = 0n] = await makeUsers(db, 1);
    const entry = (of: string): Entry => ({
      kind: of,
      at: NOON,
      lines: [
        { user, coin: 'USDT', amount: 5n },
        { system: 'custody', coin: 'USDT', amount: -5n },
      ],
    });
    await post(db, entry('deposit'));
    await migrate(db);
    await post(db, entry('mining'));
    const { rows } = await sql<{ kind: string | null; amount: string }>`
      select kind, amount::text as amount from ledger_postings order by journal_id, amount`.execute(db);
    expect(rows.map((row) => [row.kind, row.amount])).toEqual([
      [null, '-5'],
      ['deposit', '5'],
      [null, '-5'],
      ['mining', '5'],
    ]);
    for (const change of ['update ledger_postings set amount = 6', 'delete from ledger_postings'])
      await expect(sql.raw(change).execute(db)).rejects.toThrow('the ledger is append-only');
    await fresh.end();
  });

  test('a database of a later release is refused in one line and left alone', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01T00:00:00Z')`.execute(
      stepped.db,
    );
    await expect(migrate(stepped.db)).rejects.toThrow(
      /^the database is newer than this version of the server: it has 9999_future$/,
    );
    await sql`delete from kysely_migration where name = '9999_future'`.execute(stepped.db);
    await migrate(stepped.db);
  });
});

test('processes that start together bring one PostgreSQL up to date once, and all of them work', async () => {
  const { databaseUrl = '', remove } = await emptyPlace('postgres');
  const script = `import { pino } from 'pino';
    import { openDatabase } from '#server/db/client.ts';
    const database = await openDatabase({ databaseUrl: process.env.URL_OF_IT, log: pino({ level: 'silent' }) });
    if (!(await database.ping())) process.exit(3);
    await database.close();`;
  const start = () =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, URL_OF_IT: databaseUrl },
      });
      let said = '';
      child.stderr.on('data', (part: Buffer) => (said += part.toString()));
      child.on('close', (code) => resolve(`${code} ${said.slice(0, 500)}`.trim()));
    });
  expect(await Promise.all([start(), start(), start()])).toEqual(['0', '0', '0']);
  const database = await openDatabase({ databaseUrl, log: quiet });
  const { rows } = await sql`select name from kysely_migration`.execute(database.kysely);
  expect(rows).toHaveLength(names.length);
  await database.close();
  await remove();
});
