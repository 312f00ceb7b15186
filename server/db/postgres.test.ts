// Failures of PostgreSQL: connections cut mid-query, a server that crashes, wrong addresses.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#server/lib/refusal.ts';
import { quiet } from '#tests/support/databases.ts';
import { type Link, startLink } from '#tests/support/link.ts';
import { type Cluster, startCluster } from '#tests/support/postgres.ts';
import { type Database, type Db, inTransaction, openDatabase, withoutTimeLimit } from './client.ts';
import { postgresNotices } from './notices.ts';
import { newClient, openPool } from './postgres.ts';

let cluster: Cluster;
let database: Database;
let admin: pg.Client;
const open = (databaseUrl: string) => openDatabase({ databaseUrl, log: quiet });

async function connectAdmin(): Promise<void> {
  admin = new pg.Client(cluster.url('postgres'));
  admin.on('error', () => undefined);
  await admin.connect();
}
beforeAll(async () => {
  cluster = await startCluster({ durable: true });
  await connectAdmin();
  await admin.query('create database adit');
  database = await open(cluster.url('adit'));
});
afterAll(async () => {
  await database?.close();
  await admin?.end();
  await cluster?.stop();
});

const cut = () =>
  admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'adit'`);
const put = (db: Database['kysely'], key: string) =>
  db.insertInto('settings').values({ key, value: 'v' }).execute();
const keys = async () =>
  (await database.kysely.selectFrom('settings').select('key').execute()).map(({ key }) => key);

test('the schema and LISTEN use the direct address, queries the other one', async () => {
  const named = (name: string) => `${cluster.url('adit')}?application_name=${name}`;
  const both = await openDatabase({ databaseUrl: named('pooled'), directUrl: named('direct'), log: quiet });
  try {
    const received = Promise.withResolvers<string>();
    await both.listen('events', received.resolve);
    await both.notify('events', 'news');
    expect(await received.promise).toBe('news');
    const { rows } = await admin.query<{ name: string; query: string }>(
      `select application_name as name, query from pg_stat_activity where application_name in ('direct', 'pooled')`,
    );
    const queries = Object.fromEntries(rows.map(({ name, query }) => [name, query]));
    expect(queries['direct']).toBe('listen events');
    expect(queries['pooled']).toContain('pg_notify');
    expect(rows).toHaveLength(2);
  } finally {
    await both.close();
  }
  const refused = openDatabase({
    databaseUrl: named('pooled'),
    directUrl: 'postgres://adit@127.0.0.1:1/adit',
    log: quiet,
  });
  await expect(refused).rejects.toThrow(/^DATABASE_DIRECT_URL \(127\.0\.0\.1:1\/adit\) cannot be used/);
});

describe('cut connections', () => {
  test('idle ones are replaced without an error', async () => {
    await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(database.kysely)));
    await cut();
    await expect.poll(() => database.ping()).toBe(true);
    await Promise.all(Array.from({ length: 8 }, () => sql`select 1`.execute(database.kysely)));
  });

  test('the statement in progress is unavailable, and the next one works', async () => {
    const inFlight = sql`select pg_sleep(20)`.execute(database.kysely).catch((error: unknown) => error);
    await expect
      .poll(
        async () =>
          (
            await admin.query(
              `select 1 from pg_stat_activity where query like '%pg_sleep(20)%' and datname = 'adit'`,
            )
          ).rowCount,
      )
      .toBe(1);
    await cut();
    const error = await inFlight;
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ name: 'unavailable' });
    await expect.poll(() => database.ping()).toBe(true);
  });

  test('a transaction that is between statements is unavailable and leaves nothing', async () => {
    const work = inTransaction(database.kysely, async (tx) => {
      await put(tx, 'half');
      await cut();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await put(tx, 'other half');
    });
    await expect(work).rejects.toMatchObject({ name: 'unavailable' });
    await expect.poll(() => database.ping()).toBe(true);
    expect(await keys()).not.toContain('half');
  });

  test('a transaction that has not begun yet begins on another connection', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.02)`.execute(database.kysely)));
      // The pool does not yet know of the loss when it hands out its connections.
      await cut();
      await inTransaction(database.kysely, (tx) => put(tx, `begun ${round}`));
    }
    expect((await keys()).filter((key) => key.startsWith('begun'))).toHaveLength(5);
  });

  test('listeners receive notices again', async () => {
    const heard: string[] = [];
    const stop = await database.listen('test_news', (payload) => heard.push(payload));
    await cut();
    await expect
      .poll(
        async () => {
          await database.notify('test_news', 'again').catch(() => undefined);
          return heard.length;
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(0);
    // A connection that was ended is listed for a moment longer.
    const listening = () =>
      admin.query(`select 1 from pg_stat_activity where datname = 'adit' and query ~* '^listen'`);
    await expect.poll(async () => (await listening()).rowCount).toBe(1);
    await stop();
  });
});

describe('a network that has gone silent', () => {
  let link: Link;
  beforeAll(async () => {
    link = await startLink(cluster.port);
  });
  afterAll(() => link.stop());
  const url = () => `postgres://adit@127.0.0.1:${link.port}/adit`;
  /** Server and network together are given 5 s. */
  const throughLink = (): Db =>
    new Kysely({
      dialect: new PostgresDialect({ pool: openPool(url(), quiet, { statement_timeout: 2000 }) }),
    });

  test('costs the statement that waits for it, and the next one gets another connection', async () => {
    const db = throughLink();
    await sql`select 1`.execute(db);
    link.begin('forget');
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ name: 'unavailable' });
    await sql`select 1`.execute(db);
    await db.destroy();
  });

  test('costs a transaction that is between statements', async () => {
    const db = throughLink();
    const work = inTransaction(db, async (tx) => {
      await put(tx, 'silent');
      link.begin('forget');
      await put(tx, 'more');
    });
    await expect(work).rejects.toMatchObject({ name: 'unavailable' });
    expect(await keys()).not.toContain('silent');
    await db.destroy();
  });

  test('ends a transaction whose server is gone, and frees its locks', async () => {
    const db = throughLink();
    const held = Promise.withResolvers<undefined>();
    const work = inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(77)`.execute(tx);
      held.resolve(undefined);
      link.begin('hang');
      await sql`select 1`.execute(tx);
    });
    await Promise.race([held.promise, work]);
    await sql`select pg_advisory_xact_lock(77)`.execute(database.kysely);
    link.calm();
    await expect(work).rejects.toMatchObject({ name: 'unavailable' });
    await db.destroy();
  });

  test('leaves work that may take its time alone', async () => {
    const db = throughLink();
    await inTransaction(db, async (tx) => {
      await withoutTimeLimit(tx);
      await sql`select pg_sleep(5.3)`.execute(tx);
    });
    await db.destroy();
  });

  test('ends no listening: another connection takes over', async () => {
    const notices = postgresNotices(database.kysely, () => newClient(url()), quiet, 50);
    const heard: string[] = [];
    await notices.listen('test_silence', (payload) => heard.push(payload));
    link.begin('forget');
    await expect
      .poll(
        async () => {
          await notices.notify('test_silence', 'again');
          return heard.length;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await notices.close();
  });
});

test('a crash of the server costs only current work, keeps what was acknowledged, and ends no process', async () => {
  await put(database.kysely, 'acknowledged');
  const inFlight = sql`select pg_sleep(20)`.execute(database.kysely).catch((error: unknown) => error);
  const crash = cluster.crash();
  expect(await inFlight).toMatchObject({ name: 'unavailable' });
  await sql`select 1`
    .execute(database.kysely)
    .catch((error: unknown) => expect(error).toMatchObject({ name: 'unavailable' }));
  await crash;
  await expect.poll(() => database.ping(), { timeout: 10_000 }).toBe(true);
  expect(await keys()).toContain('acknowledged');
  await admin.end().catch(() => undefined);
  await connectAdmin();
});

describe('with sslmode=verify-full', () => {
  let folder = '';
  beforeAll(async () => {
    // A place where the server, which runs as another user, can find and read the files.
    folder =
      (await admin.query<{ dir: string }>(`select current_setting('data_directory') as dir`)).rows[0]?.dir ??
      '';
    const { uid, gid } = statSync(folder);
    for (const name of ['own', 'other']) {
      const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
      execFileSync(
        'openssl',
        [
          ...[
            'req',
            '-x509',
            '-newkey',
            'ec',
            '-pkeyopt',
            'ec_paramgen_curve:prime256v1',
            '-nodes',
            '-days',
            '1',
          ],
          ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
          ...['-keyout', key, '-out', certificate],
        ],
        { stdio: 'pipe' },
      );
      for (const file of [certificate, key]) chownSync(file, uid, gid);
      chmodSync(key, 0o600);
    }
    await admin.query(`alter system set ssl_cert_file = 'own.pem'`);
    await admin.query(`alter system set ssl_key_file = 'own.key'`);
    await admin.query('alter system set ssl = on');
    await admin.query('select pg_reload_conf()');
  });
  const at = (host: string, authority: string) =>
    `${cluster.url('adit').replace('127.0.0.1', host)}?sslmode=verify-full&sslrootcert=${join(folder, authority)}`;

  test('queries and LISTEN are encrypted, to the host that the certificate names', async () => {
    const safe = await open(at('localhost', 'own.pem'));
    const heard = Promise.withResolvers<string>();
    await safe.listen('events', heard.resolve);
    await safe.notify('events', 'news');
    expect(await heard.promise).toBe('news');
    const { rows } = await admin.query<{ ssl: boolean }>(
      `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where query ~* '^listen|pg_notify' and datname = 'adit' and ssl`,
    );
    expect(rows).toHaveLength(2);
    await safe.close();
  });

  test.each([
    ['another host', '127.0.0.1', 'own.pem'],
    ['another authority', 'localhost', 'other.pem'],
  ])('a certificate of %s is refused', async (_, host, authority) => {
    await expect(open(at(host, authority))).rejects.toThrow(
      /^DATABASE_URL \(.*\) cannot be used: .*(self-signed|certificate|altnames)/,
    );
  });
});

describe('an unusable address gives a one-line error without its password', () => {
  const wrong = async (url: string, line: RegExp) => {
    const error = await open(url).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toMatch(line);
    expect(error?.message).not.toMatch(/secret|\n/);
  };

  test('nobody listens', () =>
    wrong(
      'postgres://adit:secret@127.0.0.1:1/adit',
      /^DATABASE_URL \(127\.0\.0\.1:1\/adit\) cannot be used: .*ECONNREFUSED/,
    ));
  test('no such database', () =>
    wrong(cluster.url('nothing'), /cannot be used: database "nothing" does not exist$/));
  test('no such role', () =>
    wrong(
      cluster.url('adit').replace('adit@', 'nobody:secret@'),
      /cannot be used: role "nobody" does not exist$/,
    ));
  test('not an address', () =>
    wrong('postgres://adit:secret@:::/x', /^DATABASE_URL \(.*\) cannot be used: \S/));
  test('no such host', () =>
    wrong('postgres://adit:secret@nowhere.invalid/adit', /cannot be used: .*(ENOTFOUND|EAI_AGAIN)/));

  test('another program listens there', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await wrong(`postgres://adit:secret@127.0.0.1:${port}/adit`, /cannot be used: \S/);
    other.close();
  });

  test('a program listens and never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    await wrong(`postgres://adit:secret@127.0.0.1:${port}/adit`, /cannot be used: .*(timeout|timed out)/i);
    silent.close();
  });

  test('the wrong password', async () => {
    await admin.query(`create role locked login password 'right'`);
    const { rows } = await admin.query<{ hba_file: string }>('show hba_file');
    const file = rows[0]?.hba_file ?? '';
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `host all locked 127.0.0.1/32 scram-sha-256\n${before}`);
    await admin.query('select pg_reload_conf()');
    await expect
      .poll(() =>
        open(cluster.url('adit').replace('adit@', 'locked:secret@')).catch((error: Error) => error.message),
      )
      .toMatch(
        /^DATABASE_URL \(127.*\/adit\) cannot be used: password authentication failed for user "locked"$/,
      );
  });
});
