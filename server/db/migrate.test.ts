// The schema: created from nothing, unchanged the second time, safe with several processes running it together, and
// never moved backwards.
import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { KINDS, bareDatabase, emptyPlace, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { openDatabase } from './client.ts';
import { releaseOf } from './functions.ts';
import { guardDifferences } from './guards.ts';
import { migrate } from './migrate.ts';
import { schemaText } from './schema.ts';

removeClusterAtEnd();

describe.each(KINDS)('on %s', (kind) => {
  let bare: Awaited<ReturnType<typeof bareDatabase>>;
  beforeAll(async () => {
    bare = await bareDatabase(kind);
  });
  afterAll(() => bare?.end());

  test('a failure leaves nothing behind', async () => {
    const before = await schemaText(bare.db);
    await expect(migrate(bare.db, { release: releaseOf('create nonsense;') })).rejects.toThrow(
      /^the database could not be brought up to date: syntax error at or near "nonsense"$/,
    );
    expect(await schemaText(bare.db)).toBe(before);
  });

  test('a second time changes nothing', async () => {
    await migrate(bare.db);
    await sql`insert into settings (key, value) values ('kept', 'v')`.execute(bare.db);
    const before = await schemaText(bare.db);
    await migrate(bare.db);
    expect(await schemaText(bare.db)).toBe(before);
    expect((await sql`select 1 from settings where key = 'kept'`.execute(bare.db)).rows).toHaveLength(1);
  });

  test('the release before an upgrade starts again on the tables of the later one, and one that is two behind is refused in one line', async () => {
    const [older, next] = [releaseOf('select 1;'), releaseOf('select 2;')];
    await migrate(bare.db, { release: next });
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01T00:00:00Z')`.execute(
      bare.db,
    );
    const before = await schemaText(bare.db);
    await migrate(bare.db);
    await expect(migrate(bare.db, { release: older })).rejects.toThrow(
      /^the database is newer than this version of the server: it has 9999_future; start the newer version, or restore a backup$/,
    );
    expect(await schemaText(bare.db)).toBe(before);
    // The audit of the release before does not complain about the tables of the later one, only about what is disabled.
    await sql`alter table settings add constraint later check (true)`.execute(bare.db);
    expect(await guardDifferences(bare.db)).toEqual([]);
    await sql`alter table ledger_journal disable trigger ledger_journal_fixed`.execute(bare.db);
    const off = 'trigger ledger_journal_fixed on ledger_journal is switched off';
    expect(await guardDifferences(bare.db)).toEqual([off]);
    await sql`alter table ledger_journal enable trigger ledger_journal_fixed`.execute(bare.db);
    await sql`delete from kysely_migration where name = '9999_future'`.execute(bare.db);
    expect(await guardDifferences(bare.db)).toEqual([expect.stringMatching(/should not: .*later/)]);
    await sql`alter table settings drop constraint later`.execute(bare.db);
  });
});

test('of several processes that start together, one updates PostgreSQL, and all of them work', async () => {
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
  const { rows } = await sql`select name from function_schemas`.execute(database.kysely);
  expect(rows).toHaveLength(1);
  await database.close();
  await remove();
});
