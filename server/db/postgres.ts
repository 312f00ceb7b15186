/** PostgreSQL through `pg`: a pool whose broken connections cost a request, never the process. */
import pg from 'pg';
import type { PostgresPool } from 'kysely';
import type { Logger } from 'pino';
import { readFault } from './faults.ts';

const INT8 = 20;
const NUMERIC = 1700;
const POOL_SIZE = 16;
/** A lost database is told within seconds, not after the kernel's minutes. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return BigInt;
    if (oid === NUMERIC) return (text: string) => (/[.eN]/.test(text) ? text : BigInt(text));
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
};

export function openPostgres(databaseUrl: string, log: Logger): { pool: PostgresPool; client: () => pg.Client } {
  const settings = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: types as pg.CustomTypesConfig,
  };
  const pool = new pg.Pool({ ...settings, max: POOL_SIZE, statement_timeout: STATEMENT_MS });
  // Without a listener the error of an idle connection ends the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));

  return {
    client: () => new pg.Client(settings),
    pool: {
      options: pool.options,
      async connect() {
        const client = await pool.connect().catch((error: unknown) => {
          throw readFault(error);
        });
        return {
          processID: (client as unknown as { processID: number }).processID,
          query: async (sql: string, params: readonly unknown[]) => {
            try {
              return await client.query(sql, params as unknown[]);
            } catch (error) {
              throw readFault(error);
            }
          },
          release: (error?: boolean) => client.release(error),
        } as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
      },
      end: () => pool.end(),
    },
  };
}

/** Names the database in messages, without its password. */
export function describeUrl(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}${port && `:${port}`}${pathname}`;
}
