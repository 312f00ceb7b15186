/** PostgreSQL through `pg`: a pool in which a broken connection fails a request, never the process. */
import type { Socket } from 'node:net';
import pg from 'pg';
import type { PostgresPool } from 'kysely';
import type { Logger } from 'pino';
import { readFault } from './faults.ts';
import {
  DATE,
  DATE_ARRAY,
  INT8,
  INT8_ARRAY,
  NUMERIC,
  NUMERIC_ARRAY,
  readNumeric,
  readText,
} from './values.ts';

const POOL_SIZE = 16;
/** A lost database is reported within seconds, not after the kernel's timeout of minutes. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;
/**
 * How much longer than the server's own time limit an answer may take to arrive. After that, the connection counts as
 * lost.
 */
const ARRIVE_MS = 3000;
/** An idle connection is probed after this time, and counts as lost after ten failed probes a second apart. */
const PROBE_AFTER_MS = 10_000;
/** The probe on the listening connection takes no work. */
const LISTEN_MS = 5000;

/** Lifts the time limit of requests until the transaction ends. */
export const WITHOUT_LIMIT = 'set local statement_timeout = 0';

const TEXT_ARRAY = 1009;
const readTexts = pg.types.getTypeParser(TEXT_ARRAY as 25, 'text') as (text: string) => (string | null)[];
const arrayOf = (read: (text: string) => unknown) => (text: string) =>
  readTexts(text).map((one) => (one === null ? null : read(one)));

const readers: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: BigInt,
  [NUMERIC]: readNumeric,
  [DATE]: readText,
  [INT8_ARRAY]: arrayOf(BigInt),
  [NUMERIC_ARRAY]: arrayOf(readNumeric),
  [DATE_ARRAY]: readTexts,
};

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    readers[oid] ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

const settingsOf = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: PROBE_AFTER_MS,
  types,
});

/** A separate connection for LISTEN. */
export const newClient = (databaseUrl: string): pg.Client =>
  new pg.Client({ ...settingsOf(databaseUrl), query_timeout: LISTEN_MS });

/**
 * Drops a connection without a goodbye, which its server may not hear. Statements in progress fail as on any lost
 * connection.
 */
export function abandon(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** One connection without a time limit on statements, for changing the schema. */
export const SCHEMA_WORK = { max: 1, statement_timeout: 0 };
/** For a server that may be down, which must be noticed soon. */
export const STANDBY = { connectionTimeoutMillis: 1000 };
export const ONE_CONNECTION = { max: 1, ...STANDBY };

/** A pool in the form Kysely expects; `readFault` translates its errors. */
export function openPool(
  databaseUrl: string,
  log: Logger,
  limits: {
    readonly max?: number;
    readonly statement_timeout?: number;
    readonly connectionTimeoutMillis?: number;
  } = {},
): PostgresPool {
  const { statement_timeout: limitMs = STATEMENT_MS } = limits;
  // A server that freezes in a transaction, or whose network goes silent, would keep its locks for hours, and behind a
  // pooler for ever. A pooler in transaction mode passes on no settings of a session.
  const begin = `begin; set local idle_in_transaction_session_timeout = ${2 * limitMs}`;
  const pool = new pg.Pool({
    ...settingsOf(databaseUrl),
    max: POOL_SIZE,
    ...limits,
    statement_timeout: limitMs,
  });
  // Without a listener, an error on an idle connection would end the process. On a busy one, the statement itself fails.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function connect() {
    const client = await pool.connect().catch((error: unknown) => {
      throw readFault(error);
    });
    let isLimited = limitMs !== 0;
    return {
      processID: (client as unknown as { processID: number }).processID,
      async query(sql: string, params: readonly unknown[]) {
        isLimited &&= sql !== WITHOUT_LIMIT;
        // If the network has gone silent, the server cannot enforce its own limit.
        const timer = isLimited && setTimeout(() => abandon(client), limitMs + ARRIVE_MS);
        try {
          return await client.query(sql === 'begin' ? begin : sql, params as unknown[]);
        } catch (error) {
          throw readFault(error);
        } finally {
          if (timer) clearTimeout(timer);
        }
      },
      release: (error?: boolean) => client.release(error),
    };
  }
  return { options: pool.options, connect, end: () => pool.end() } as unknown as PostgresPool;
}

/** The database's address for messages, without its password. */
export function describeUrl(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url ? `${url.hostname}${url.port && `:${url.port}`}${url.pathname}` : 'not a URL';
}
