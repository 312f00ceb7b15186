/**
 * One client for two databases: PostgreSQL if DATABASE_URL is set, else the embedded PGlite in DATA_DIR/db. Both have the same
 * dialect, queries and types: int8 and numeric(38,0) are bigint, timestamptz is Date, bytea is Uint8Array.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Logger } from 'pino';
import {
  connectionWait,
  connectionsAwaited,
  connectionsUsed,
  retries,
  statements,
} from '#server/lib/metrics.ts';
import { isRace, reasonOf, wasCut } from './faults.ts';
import { takeLock } from './lock.ts';
import { migrate } from './migrate.ts';
import { type Notices, localNotices, postgresNotices } from './notices.ts';
import { openEmbedded } from './pglite.ts';
import {
  ONE_CONNECTION,
  SCHEMA_WORK,
  STANDBY,
  WITHOUT_LIMIT,
  describeUrl,
  newClient,
  openPool,
} from './postgres.ts';
import { answers, standbyReads } from './reads.ts';
import { excessOf, roleOf } from './roles.ts';
import type { Tables } from './tables.ts';

/** The database, or a transaction in it. */
export type Db = Kysely<Tables>;

export interface Database extends Notices {
  readonly kysely: Db;
  readonly kind: 'pglite' | 'postgres';
  /** Whether it answers. Never throws. */
  ping(): Promise<boolean>;
  /** Runs work that only reads, on a standby while the primary is down; missing if there is no standby (reads.ts). */
  readonly read?: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /**
   * Copies the embedded database's files, as of one moment, into a folder, together with the named files from the data
   * folder. Missing if the database is a server or is in memory.
   */
  copy?(to: string, also: readonly string[]): Promise<void>;
}

interface OpenOptions {
  databaseUrl?: string | undefined;
  /** The same database without the connection pooler that `databaseUrl` leads to, if there is one. */
  directUrl?: string | undefined;
  /** Servers of the same database to read from while the one of `databaseUrl` is down. */
  readUrls?: readonly string[] | undefined;
  /** The same database under the role that owns the schema, if the role in `databaseUrl` may only serve. */
  ownerUrl?: string | undefined;
  /** Undefined keeps the embedded database in memory, for tests. */
  dataDir?: string | undefined;
  log: Logger;
}

/** A database that does not reply within this time counts as down. */
const PING_MS = 5000;

const pingOf = (db: Db) => () => answers(db, PING_MS);

/** Makes calling `close` twice the same as calling it once. */
function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}

/** A pool whose connections and statements are counted. */
function measured(pool: PostgresPool): PostgresPool {
  return Object.assign(Object.create(pool) as PostgresPool, {
    async connect() {
      connectionsAwaited.inc();
      const asked = connectionWait.startTimer();
      const client = await pool.connect().finally(() => connectionsAwaited.dec());
      asked();
      connectionsUsed.inc();
      return Object.assign(Object.create(client) as typeof client, {
        async query(text: string, values: readonly unknown[]) {
          const begun = statements.startTimer();
          try {
            return await client.query(text, values);
          } finally {
            begun();
          }
        },
        release(...given: Parameters<typeof client.release>) {
          connectionsUsed.dec();
          client.release(...given);
        },
      });
    },
  });
}

const pooled = (url: string, log: Logger, limits?: Parameters<typeof openPool>[2]): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: measured(openPool(url, log, limits)) }) });

/** Opens one of the two addresses and waits for a first answer. @throws Error that names the setting */
async function reach(setting: string, url: string, limits: typeof SCHEMA_WORK | undefined, log: Logger) {
  let db: Db | undefined;
  try {
    db = pooled(url, log, limits);
    await sql`select 1`.execute(db);
    return db;
  } catch (error) {
    await db?.destroy();
    throw new Error(`${setting} (${describeUrl(url)}) cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Whether a transaction was undone by a race. What failed in it may be wrapped in an error that says what was tried. */
const lostRace = (error: unknown): boolean => isRace(error) || isRace((error as Error | undefined)?.cause);

/**
 * Servers of the previous release keep running meanwhile, and lock the same tables in another order: after a deadlock,
 * both retry.
 */
const upToDate = (...given: Parameters<typeof migrate>): Promise<void> =>
  tried(() => migrate(...given), lostRace);

/** Identifies the database: its cluster, which replicas share, and its number in the cluster. */
async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '/' || d.oid as identity
    from pg_control_system(), pg_database d where datname = current_database()`.execute(db);
  return rows[0]?.identity ?? '';
}

/**
 * Brings the schema up to date as its owner. @throws Error if the owner's URL leads to another database, or if the
 * serving role may do more than serve although there is an owner
 */
async function prepare(
  serving: Db,
  { databaseUrl = '', directUrl, ownerUrl, log }: OpenOptions,
): Promise<void> {
  // PgBouncer would refuse the schema connection's own time limit.
  const setting = ownerUrl ? 'DATABASE_OWNER_URL' : directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const schema = await reach(setting, ownerUrl ?? directUrl ?? databaseUrl, SCHEMA_WORK, log);
  try {
    if ((await identityOf(schema)) !== (await identityOf(serving)))
      throw new Error(`${setting} leads to another database than DATABASE_URL (${describeUrl(databaseUrl)})`);
    await upToDate(schema, ownerUrl ? { servedBy: await roleOf(serving) } : {});
  } finally {
    await schema.destroy();
  }
  if (!ownerUrl) return;
  const [excess] = await excessOf(serving);
  if (excess)
    throw new Error(
      `DATABASE_URL (${describeUrl(databaseUrl)}) cannot be used beside DATABASE_OWNER_URL: its role ${await roleOf(serving)} ${excess}`,
    );
}

/** Reads from standbys; undefined if there are none. */
function openReads(primary: Db, { databaseUrl = '', directUrl, readUrls = [], log }: OpenOptions) {
  if (readUrls.length === 0) return undefined;
  const probe = pooled(directUrl ?? databaseUrl, log, ONE_CONNECTION);
  const standbys = readUrls.map((url) => pooled(url, log, STANDBY));
  const reads = standbyReads({ primary, probe, standbys }, log);
  return {
    read: reads.read,
    async close() {
      reads.close();
      await Promise.all([probe, ...standbys].map((db) => db.destroy()));
    },
  };
}

async function openServer(options: OpenOptions): Promise<Database> {
  const { databaseUrl = '', directUrl, log } = options;
  const kysely = await reach('DATABASE_URL', databaseUrl, undefined, log);
  try {
    await prepare(kysely, options);
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  // Its own connection, because PgBouncer discards notifications.
  const notices = postgresNotices(kysely, () => newClient(directUrl ?? databaseUrl), log);
  const reads = openReads(kysely, options);
  return {
    kysely,
    kind: 'postgres',
    ping: pingOf(kysely),
    ...(reads && { read: reads.read }),
    ...notices,
    close: once(async () => {
      await notices.close();
      await reads?.close();
      await kysely.destroy();
    }),
  };
}

async function openLocal({ dataDir, log }: OpenOptions): Promise<Database> {
  const unlock = dataDir === undefined ? () => undefined : await takeLock(join(dataDir, 'db.lock'));
  let kysely: Db | undefined;
  try {
    const pool = await openEmbedded(dataDir === undefined ? undefined : join(dataDir, 'db'), log);
    const db: Db = (kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: measured(pool) }) }));
    // No other process uses this database, so no other release runs alongside this one.
    await upToDate(db, { keep: 1 });
    const notices = localNotices(log);
    return {
      kysely: db,
      kind: 'pglite',
      ping: pingOf(db),
      ...(dataDir !== undefined && { copy: (to, also) => pool.copy(to, also) }),
      ...notices,
      close: once(async () => {
        await notices.close();
        await db.destroy();
        unlock();
      }),
    };
  } catch (error) {
    await kysely?.destroy();
    unlock();
    throw error;
  }
}

/**
 * Opens the database and brings its schema up to this version.
 * @throws Error with one line that says what is wrong: address, credentials, folder in use or not writable, newer schema.
 */
export const openDatabase = (options: OpenOptions): Promise<Database> =>
  options.databaseUrl ? openServer(options) : openLocal(options);

const TRIES = 8;
/** Losers of a deadlock that retried immediately would collide again; the pause doubles with each try, up to 1.3 s. */
const PAUSE_MS = 10;

async function tried<T>(work: () => Promise<T>, nothingDone: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!nothingDone(error) || attempt === TRIES) throw error;
      retries.inc();
      await sleep(Math.random() * PAUSE_MS * 2 ** attempt);
    }
  }
}

/** Runs one statement that is its own transaction. After a deadlock or serialization failure nothing was done, so it is retried. */
export const inStatement = <T>(work: () => Promise<T>): Promise<T> => tried(work, isRace);

/**
 * Runs `work` in a transaction. After a deadlock or serialization failure nothing was done, so it is retried. So is a
 * transaction that could not begin because its idle connection had been dropped.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  let begun = false;
  const run = () => {
    begun = false;
    return db.transaction().execute((tx) => {
      begun = true;
      return work(tx);
    });
  };
  return tried(run, (error) => lostRace(error) || (!begun && wasCut(error)));
}

/** Repeats a statement that deletes at most `batch` rows until it deletes fewer. Returns how many were deleted. */
export async function inBatches(
  batch: number,
  statement: () => Promise<{ readonly numAffectedRows?: bigint | undefined }>,
): Promise<number> {
  let total = 0;
  for (let gone = batch; gone === batch; total += gone)
    gone = Number((await statement()).numAffectedRows ?? 0n);
  return total;
}

/** Lifts the time limit of requests for the rest of a transaction: work over all data takes as long as it takes. */
export const withoutTimeLimit = (tx: Db): Promise<unknown> => sql.raw(WITHOUT_LIMIT).execute(tx);

/** Runs `read`, which changes nothing, in one snapshot of the database and without the time limit of requests. */
export const atOneMoment = <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await withoutTimeLimit(tx);
      return read(tx);
    });
