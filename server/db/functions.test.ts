// Functions of a release: created once from their text, beside those of the previous release, and dropped when a third one starts.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KINDS, bareDatabase, removeClusterAtEnd } from '#tests/support/databases.ts';
import { RELEASE, fn, releaseOf } from './functions.ts';
import { migrate } from './migrate.ts';
import { statementsOf } from './script.ts';

removeClusterAtEnd();

/** A release with two functions, one of which calls the other. */
const release = (answer: number) =>
  releaseOf(`-- It's a comment; with a semicolon.
    create function adit.answer() returns int language sql as $$ select ${answer} $$;
    create function adit.twice() returns int language plpgsql as $$ begin return 2 * adit.answer(); end $$;`);
const [first, second, third] = [release(1), release(2), release(3)] as const;

describe.each(KINDS)('on %s', (kind) => {
  let bare: Awaited<ReturnType<typeof bareDatabase>>;
  beforeAll(async () => {
    bare = await bareDatabase(kind);
  });
  afterAll(() => bare?.end());

  const schemas = async () => {
    const { rows } = await sql<{ name: string }>`
      select nspname as name from pg_namespace where nspname like 'adit%' order by 1`.execute(bare.db);
    return new Set(rows.map(({ name }) => name));
  };
  const functionIds = async () =>
    (
      await sql`select p.oid, nspname from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname like 'adit%' order by 1`.execute(bare.db)
    ).rows;
  const twice = async ({ schema }: typeof first) =>
    (await sql<{ n: number }>`select ${sql.raw(schema)}.twice() as n`.execute(bare.db)).rows[0]?.n;

  test('the same text creates nothing a second time', async () => {
    await migrate(bare.db, { release: first });
    const before = await functionIds();
    expect(before).toHaveLength(2);
    await migrate(bare.db, { release: first });
    expect(await functionIds()).toEqual(before);
  });

  test('another text gets its own schema, and both answer', async () => {
    await migrate(bare.db, { release: second });
    expect(await schemas()).toEqual(new Set([first.schema, second.schema]));
    expect([await twice(first), await twice(second)]).toEqual([2, 4]);
  });

  test('a third one drops the one started longest ago, not the one created first', async () => {
    await migrate(bare.db, { release: first });
    await migrate(bare.db, { release: third });
    expect(await schemas()).toEqual(new Set([first.schema, third.schema]));
    expect([await twice(first), await twice(third)]).toEqual([2, 6]);
  });

  test('a text that fails gives a one-line error and changes nothing', async () => {
    const before = await schemas();
    const broken = releaseOf('create function adit.one() returns int language sql as $$ select nothing $$;');
    await expect(migrate(bare.db, { release: broken })).rejects.toThrow(
      /^the database could not be brought up to date: column "nothing" does not exist$/,
    );
    expect(await schemas()).toEqual(before);
    const { rows } = await sql<{ name: string }>`select name from function_schemas`.execute(bare.db);
    expect(new Set(rows.map(({ name }) => name))).toEqual(before);
  });

  test('a server alone on its database keeps only its own functions', async () => {
    await migrate(bare.db, { release: second, keep: 1 });
    expect(await schemas()).toEqual(new Set([second.schema]));
  });
});

test('a function is called with the schema of this release, and only if a file creates it', () => {
  expect(RELEASE.schema).toMatch(/^adit_[0-9a-f]{12}$/);
  expect(RELEASE.text).not.toMatch(/\badit\./);
  expect(fn('ledger_post')).toEqual(sql.raw(`${RELEASE.schema}.ledger_post`));
  expect(() => fn('ledger_pots')).toThrow('no .sql file creates ledger_pots');
});

test('a file is split where its statements end, not inside comments, texts and bodies', () => {
  const statements = [
    `-- It's one; really.\nselect 'a;''b' || '--'`,
    'create function f() returns void language plpgsql as $$ begin perform 1; end $$',
    'do $body$ begin perform $$;$$; end $body$',
  ];
  expect(statementsOf(`${statements.join(';\n\n')};\n-- the end\n`)).toEqual(statements);
});
