// Runs a suite on both databases, or only on PostgreSQL. Each gets a fresh database with the latest schema, and may
// open more.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { type Database, type Db, openDatabase } from '#server/db/client.ts';
import { openEmbedded } from '#server/db/pglite.ts';
import { openPool } from '#server/db/postgres.ts';
import { SERVING, startCluster } from '#tests/support/postgres.ts';
import { DATABASE_TEMPLATE, copyOf } from '#tests/support/templates.ts';

export const quiet = pino({ level: 'silent' });

export type Kind = Database['kind'];
export const KINDS: readonly Kind[] = ['pglite', 'postgres'];

/** The location of a fresh, empty database; opening it creates the schema. */
export interface Place {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
}

const HOOK_MS = 60_000;
/** The database that all others are copied from. */
export const TEMPLATE = 'adit_template';
let own: ReturnType<typeof startCluster> | undefined;
let made = 0;

/** The run's cluster if the project has one, else one for this file. */
async function clusterUrl(): Promise<string> {
  // Typed in cluster.setup.ts, which is not visible to tests that are next to the code.
  const shared = (inject as (name: string) => unknown)('postgresUrl') as string | undefined;
  if (shared) return shared;
  own ??= startCluster();
  return (await own).url('postgres');
}

const named = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;

/** The same database as production opens it: one role serves, and the one of `url` owns the schema. */
export const withTwoRoles = (url: string) => ({
  databaseUrl: Object.assign(new URL(url), { username: SERVING }).href,
  ownerUrl: url,
});

/** The same as settings of a server. */
export function twoRoles({ databaseUrl: url = '' }: Place) {
  const { databaseUrl, ownerUrl } = withTwoRoles(url);
  return { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl };
}

async function withAdmin<T>(work: (admin: pg.Client, url: string) => Promise<T>): Promise<T> {
  const url = await clusterUrl();
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    return await work(admin, url);
  } finally {
    await admin.end();
  }
}

/** Copies a database that was migrated once per cluster: 0.1 s instead of all migrations. */
async function fromTemplate(name: string): Promise<string> {
  return withAdmin(async (admin, url) => {
    // Test files run in parallel: one creates the template, the others wait here.
    await admin.query('select pg_advisory_lock(1)');
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (!rowCount) {
      await admin.query(`create database ${TEMPLATE}`);
      await (await openDatabase({ ...withTwoRoles(named(url, TEMPLATE)), log: quiet })).close();
    }
    await admin.query(`create database ${name} template ${TEMPLATE}`);
    return named(url, name);
  });
}

/** Connection string of a fresh PostgreSQL database with the latest schema. */
export const freshUrl = (): Promise<string> => fromTemplate(newName());

const newName = () => `adit_${process.pid}_${(made += 1)}`;

const drop = (name: string): Promise<void> =>
  withAdmin(async (admin) => void (await admin.query(`drop database ${name} with (force)`)));

/** The location of an empty database, and how to remove it. The embedded one is a folder. */
export async function emptyPlace(kind: Kind): Promise<Place & { remove: () => Promise<void> }> {
  if (kind === 'pglite') {
    const dataDir = await mkdtemp(join(tmpdir(), 'adit-db-'));
    return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
  }
  const name = newName();
  const databaseUrl = await withAdmin(async (admin, url) => {
    await admin.query(`create database ${name}`);
    return named(url, name);
  });
  return { databaseUrl, remove: () => drop(name) };
}

/** The location of a database that already has the schema, and how to remove it. */
export async function preparedPlace(kind: Kind): Promise<Place & { remove: () => Promise<void> }> {
  if (kind === 'postgres') {
    const databaseUrl = await freshUrl();
    const name = new URL(databaseUrl).pathname.slice(1);
    return { databaseUrl, remove: () => drop(name) };
  }
  const dataDir = await copyOf(DATABASE_TEMPLATE, 'adit-db-');
  if (dataDir === undefined) return emptyPlace(kind);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A database without a schema, and how to close it. */
export async function bareDatabase(kind: Kind): Promise<{ db: Db; end: () => Promise<void> }> {
  if (kind === 'pglite') {
    const db: Db = new Kysely({
      dialect: new PostgresDialect({ pool: await openEmbedded(undefined, quiet) }),
    });
    return { db, end: () => db.destroy() };
  }
  const place = await emptyPlace(kind);
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: openPool(place.databaseUrl ?? '', quiet) }),
  });
  return { db, end: () => db.destroy().then(() => place.remove()) };
}

/**
 * A fresh database with the latest schema; the embedded one is in memory unless a run has prepared one. The caller
 * closes it.
 */
export async function freshDatabase(kind: Kind): Promise<Database> {
  if (kind === 'postgres') return openDatabase({ databaseUrl: await freshUrl(), log: quiet });
  const dataDir = await copyOf(DATABASE_TEMPLATE, 'adit-db-');
  const database = await openDatabase({ dataDir, log: quiet });
  if (dataDir === undefined) return database;
  return {
    ...database,
    async close() {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A suite on one database. `open` returns it inside tests and hooks. */
type Suite = (open: () => Database, kind: Kind) => void;

function declare(suite: Suite, kind: Kind): void {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await freshDatabase(kind);
  }, HOOK_MS);
  afterAll(async () => {
    await database?.close();
  }, HOOK_MS);
  suite(() => {
    if (!database) throw new Error('the database is open inside of tests only');
    return database;
  }, kind);
}

/** Declares `suite` once per database: for the SQL that all features stand on, and for what the two may do differently. */
export const onBothDatabases = (suite: Suite): void =>
  describe.each(KINDS)('on %s', (kind) => declare(suite, kind));

/** Declares `suite` on PostgreSQL only. */
export const onPostgres = (suite: Suite): void => declare(suite, 'postgres');

/** Removes this file's own cluster if there is one. */
export function removeClusterAtEnd(): void {
  afterAll(async () => {
    await (await own)?.stop();
    own = undefined;
  }, HOOK_MS);
}

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Database pages that a statement reads: counted, so that a busy machine cannot distort a test. PostgreSQL only. */
export async function pagesTouched(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, buffers, format json) ${query}`.execute(db);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}

/**
 * Resolves once work that has begun waits for a lock held by another session of its database. @throws Error if it
 * ends before. PostgreSQL only
 */
export async function untilItWaits(db: Db, work: Promise<unknown>): Promise<void> {
  const waits = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    return rows.length > 0;
  };
  const ended = work.then(() => Promise.reject(new Error('it ended without waiting')));
  await Promise.race([expect.poll(waits).toBe(true), ended]);
}
