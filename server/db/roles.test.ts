// Two roles on PostgreSQL: the owner changes the schema, the other serves and can only change rows.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyPlace, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { DEPLOY } from '#tests/support/deploy-files.ts';
import { findPostgres } from '#tests/support/tools.ts';
import { type Database, openDatabase } from './client.ts';
import { guardDifferences } from './guards.ts';
import { RELEASE } from './functions.ts';

removeClusterAtEnd();

const suffix = randomBytes(4).toString('hex');
const [OWNER, SERVING] = [`owner_${suffix}`, `serving_${suffix}`];
let place: Awaited<ReturnType<typeof emptyPlace>>;
let admin: pg.Client;
let serving: pg.Client;
let database: Database;

const as = (role: string): string => {
  const url = new URL(place.databaseUrl ?? '');
  url.username = role;
  return url.href;
};
const open = () => openDatabase({ databaseUrl: as(SERVING), ownerUrl: as(OWNER), log: quiet });
/** The default database of the same server. */
const elsewhere = (): string =>
  Object.assign(new URL(place.databaseUrl ?? ''), { pathname: '/postgres' }).href;
const refusalOf = (text: string): Promise<string> =>
  serving.query(text).then(
    () => 'done',
    (error: Error) => error.message,
  );

beforeAll(async () => {
  place = await emptyPlace('postgres');
  admin = new pg.Client(place.databaseUrl);
  await admin.connect();
  // As in DEPLOYING.md: two roles, and the database belongs to the first one.
  await admin.query(`create role ${OWNER} login`);
  await admin.query(`create role ${SERVING} login`);
  await admin.query(`alter database ${new URL(place.databaseUrl ?? '').pathname.slice(1)} owner to ${OWNER}`);
  database = await open();
  serving = new pg.Client(as(SERVING));
  await serving.connect();
});
afterAll(async () => {
  await serving?.end();
  await database?.close();
  await admin?.query(`reassign owned by ${OWNER} to current_user`);
  await admin?.query(`drop owned by ${OWNER}, ${SERVING}`);
  await admin?.end();
  await place?.remove();
  const last = new pg.Client(Object.assign(new URL(place.databaseUrl ?? ''), { pathname: '/postgres' }).href);
  await last.connect();
  await last.query(`drop role ${OWNER}, ${SERVING}`);
  await last.end();
});

describe('the serving role', () => {
  test.each([
    'alter table ledger_postings disable trigger all',
    'alter table users add column x int',
    'drop table users',
    'drop trigger ledger_journal_fixed on ledger_journal',
    'create trigger own before insert on users for each row execute function ledger_immutable()',
    'create table own (x int)',
    'create temporary table users (x int)',
    'create schema own',
    'create or replace function public.ledger_immutable() returns trigger language plpgsql as $$ begin return new; end $$',
    `create function ${RELEASE.schema}.own() returns int language sql as $$ select 1 $$`,
    `drop function ${RELEASE.schema}.amount_text(numeric)`,
    `drop schema ${RELEASE.schema} cascade`,
    'set session_replication_role = replica',
    'truncate sessions',
    `set role ${OWNER}`,
  ])('is refused: %s', async (text) => {
    expect(await refusalOf(text)).toMatch(/^(permission denied|must be owner)/);
  });

  test('adds to what is append-only, and changes or removes none of it, even where no row is', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_fixed' and tgtype & 32 <> 0 order by 1`,
    );
    const tables = rows.map(({ name }) => name);
    expect(tables).toEqual([
      'ledger_blocks',
      'ledger_journal',
      'ledger_postings',
      'operator_commands',
      'operator_outcomes',
    ]);
    for (const table of tables)
      for (const text of [`delete from ${table}`, `truncate ${table}`, `select 1 from ${table} for update`])
        expect([text, await refusalOf(text)]).toEqual([text, `permission denied for table ${table}`]);
    for (const text of [
      'update ledger_postings set amount = 1',
      'update operator_commands set command = null',
    ])
      expect(await refusalOf(text)).toMatch(/^permission denied for table/);
    for (const table of ['kysely_migration', 'function_schemas'])
      expect(await refusalOf(`delete from ${table}`)).toBe(`permission denied for table ${table}`);
    const booked = await refusalOf("insert into ledger_journal (kind, at) values ('nonsense', now())");
    expect(booked).toBe('done');
  });

  test('reads, writes and deletes other rows, hears notices and compares the guards', async () => {
    for (const text of [
      "insert into settings values ('own', 'v')",
      "update settings set value = 'w' where key = 'own'",
      "delete from settings where key = 'own'",
    ])
      expect(await refusalOf(text)).toBe('done');
    const heard = Promise.withResolvers<string>();
    await database.listen('own_news', heard.resolve);
    await database.notify('own_news', 'news');
    expect(await heard.promise).toBe('news');
    expect(await guardDifferences(database.kysely)).toEqual([]);
  });
});

test('a second start grants nothing anew, and takes back what somebody added or took away', async () => {
  const rights = async () =>
    (
      await admin.query<{ text: string }>(
        `select relname || xmin as text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`,
      )
    ).rows;
  const before = await rights();
  await (await open()).close();
  expect(await rights()).toEqual(before);
  await admin.query(`grant delete, trigger on ledger_postings to ${SERVING}`);
  await admin.query(`revoke insert on users from ${SERVING}`);
  await (await open()).close();
  expect(await refusalOf('delete from ledger_postings')).toContain('permission denied');
  const { rows } = await serving.query(`select has_table_privilege('users', 'insert') as may`);
  expect(rows).toEqual([{ may: true }]);
});

test('a server without the owner starts on what is prepared for its release, and on nothing else', async () => {
  const alone = () => openDatabase({ databaseUrl: as(SERVING), log: quiet });
  const refusal = new RegExp(
    `^the database is not prepared for this release, .*${SERVING} .*DATABASE_OWNER_URL`,
  );
  await (await alone()).close();
  const kept = await admin.query(
    `delete from kysely_migration where name = '0008_devices' returning timestamp`,
  );
  await expect(alone()).rejects.toThrow(refusal);
  await admin.query(`insert into kysely_migration values ('0008_devices', $1)`, [
    (kept.rows[0] as { timestamp: string }).timestamp,
  ]);
  await admin.query(`alter schema ${RELEASE.schema} rename to elsewhere`);
  await expect(alone()).rejects.toThrow(refusal);
  await admin.query(`alter schema elsewhere rename to ${RELEASE.schema}`);
  await (await alone()).close();
});

describe('beside an owner, a start is refused to a serving role that', () => {
  const refused = (line: RegExp) =>
    expect(open()).rejects.toThrow(
      new RegExp(
        `^DATABASE_URL \\(.*\\) cannot be used beside DATABASE_OWNER_URL: its role ${SERVING} ${line.source}`,
      ),
    );

  test.each([
    [`alter role ${SERVING} superuser`, `alter role ${SERVING} nosuperuser`, /is a superuser/],
    [`alter role ${SERVING} createrole`, `alter role ${SERVING} nocreaterole`, /may create roles/],
    [`grant ${OWNER} to ${SERVING}`, `revoke ${OWNER} from ${SERVING}`, /is, or may become, the owner/],
    [
      `grant create on schema public to ${SERVING}`,
      `revoke create on schema public from ${SERVING}`,
      /may create tables/,
    ],
    ['grant pg_write_all_data to ' + SERVING, 'revoke pg_write_all_data from ' + SERVING, /may rewrite/],
    ['grant truncate on sessions to public', 'revoke truncate on sessions from public', /may rewrite/],
  ])('%s', async (grant, revoke, line) => {
    await admin.query(grant);
    try {
      await refused(line);
    } finally {
      await admin.query(revoke);
    }
    await (await open()).close();
  });
});

test('the script of compose.yaml creates a role that can serve', async () => {
  const { hostname, port, username, pathname } = new URL(place.databaseUrl ?? '');
  const env = {
    ...{ PATH: `${findPostgres()}:/usr/bin:/bin`, PGHOST: hostname, PGPORT: port },
    ...{ POSTGRES_USER: username, POSTGRES_DB: pathname.slice(1), SERVING_PASSWORD: "it's" },
    REPLICATION_PASSWORD: 'other',
  };
  execFileSync('sh', [join(DEPLOY, 'roles.sh')], { env, stdio: 'pipe' });
  try {
    const url = Object.assign(new URL(as('adit_app')), { password: "it's" }).href;
    await (await openDatabase({ databaseUrl: url, ownerUrl: as(OWNER), log: quiet })).close();
  } finally {
    for (const role of ['adit_app', 'adit_replica']) {
      await admin.query(`drop owned by ${role}`);
      await admin.query(`drop role ${role}`);
    }
  }
});

test.each(['ownerUrl', 'directUrl'])(
  'another database as %s is refused, and nothing is created in it',
  async (name) => {
    await expect(openDatabase({ databaseUrl: as(SERVING), [name]: elsewhere(), log: quiet })).rejects.toThrow(
      /^DATABASE_(OWNER|DIRECT)_URL leads to another database than DATABASE_URL/,
    );
    const other = new pg.Client(elsewhere());
    await other.connect();
    const { rows } = await other.query("select 1 from pg_tables where tablename = 'ledger_journal'");
    await other.end();
    expect(rows).toEqual([]);
  },
);
