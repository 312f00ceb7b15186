/** The embedded database, on a thread of its own: its long loops would starve the server's timers (lag 1580 → 16 ms). */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

export interface Ask {
  id: number;
  /** Undefined closes the database. */
  sql?: string;
  params?: readonly unknown[];
}

export interface Answer {
  id: number;
  rows?: unknown[];
  affected?: number | undefined;
  error?: { message: string; code?: string; detail?: string; constraint?: string };
}

const INT8 = 20;
const NUMERIC = 1700;

const readNumeric = (text: string) => (/[.eN]/.test(text) ? text : BigInt(text));

const options: PGliteOptions = {
  parsers: { [INT8]: BigInt, [NUMERIC]: readNumeric },
  serializers: { [INT8]: String, [NUMERIC]: String },
};

const port = parentPort;
if (!port) throw new Error('runs as a worker');
const database = await PGlite.create({ ...(workerData as { dataDir?: string }), ...options });
port.postMessage({ id: 0 } satisfies Answer);

const describe = (error: unknown): NonNullable<Answer['error']> => {
  const { message, code, detail, constraint } = error as Error & Record<'code' | 'detail' | 'constraint', string>;
  return { message, code, detail, constraint };
};

port.on('message', (ask: Ask) => {
  void (async () => {
    try {
      if (ask.sql === undefined) {
        await database.close();
        port.postMessage({ id: ask.id } satisfies Answer);
        return;
      }
      const result = await database.query(ask.sql, ask.params as unknown[]);
      port.postMessage({ id: ask.id, rows: result.rows, affected: result.affectedRows } satisfies Answer);
    } catch (error) {
      port.postMessage({ id: ask.id, error: describe(error) } satisfies Answer);
    }
  })();
});
