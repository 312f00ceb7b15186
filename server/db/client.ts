/**
 * One client over two databases: PostgreSQL where DATABASE_URL is set, else the embedded PGlite in DATA_DIR/db. Same
 * dialect, same queries, same types: int8 and numeric(38,0) are bigint, timestamptz is Date, bytea is Uint8Array.
 */
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Logger } from 'pino';
import { isRace } from './faults.ts';
import { takeLock } from './lock.ts';
import { migrate } from './migrate.ts';
import { type Notices, localNotices, postgresNotices } from './notices.ts';
import { openEmbedded } from './pglite.ts';
import { describeUrl, openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';

/** The database, or a transaction of it. */
export type Db = Kysely<Tables>;

export interface Database extends Notices {
  readonly kysely: Db;
  readonly kind: 'pglite' | 'postgres';
  /** Whether it answers. Never throws. */
  ping(): Promise<boolean>;
}

export interface OpenOptions {
  databaseUrl?: string | undefined;
  /** Undefined keeps the embedded database in memory, for tests. */
  dataDir?: string | undefined;
  log: Logger;
}

const pingOf = (db: Db) => async () => {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
};

async function openServer(databaseUrl: string, log: Logger): Promise<Database> {
  const { pool, client } = openPostgres(databaseUrl, log);
  const kysely: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const notices = postgresNotices(kysely, client, log);
  try {
    await sql`select 1`.execute(kysely);
  } catch (error) {
    await kysely.destroy();
    const cause = (error as Error).cause ?? error;
    const { message, code } = cause as Error & { code?: string };
    throw new Error(`DATABASE_URL: ${describeUrl(databaseUrl)} cannot be used: ${message || code || 'no answer'}`, { cause });
  }
  return {
    kysely,
    kind: 'postgres',
    ping: pingOf(kysely),
    ...notices,
    async close() {
      await notices.close();
      await kysely.destroy();
    },
  };
}

async function openLocal(dataDir: string | undefined): Promise<Database> {
  const unlock = dataDir === undefined ? () => undefined : takeLock(join(dataDir, 'db.lock'));
  try {
    const pool = await openEmbedded(dataDir === undefined ? undefined : join(dataDir, 'db'));
    const kysely: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    // Kysely ends only a pool that it has used.
    await sql`select 1`.execute(kysely);
    const notices = localNotices();
    return {
      kysely,
      kind: 'pglite',
      ping: pingOf(kysely),
      ...notices,
      async close() {
        await notices.close();
        await kysely.destroy();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Opens the database and brings its schema up to this version.
 * @throws Error with one line that says what is wrong: address, credentials, folder in use or not writable, newer schema.
 */
export async function openDatabase({ databaseUrl, dataDir, log }: OpenOptions): Promise<Database> {
  const database = await (databaseUrl ? openServer(databaseUrl, log) : openLocal(dataDir));
  try {
    await migrate(database.kysely);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

const TRIES = 4;

/** Runs `work` in a transaction; a deadlock or serialization failure did nothing and is tried again. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isRace(error) || attempt === TRIES) throw error;
    }
  }
}
