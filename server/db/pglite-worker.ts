/** The embedded database in its own thread: its long loops would delay the server's timers (event loop lag fell from 1580 to 16 ms). */
import fs, { cpSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type Results } from '@electric-sql/pglite';
import { PGLITE_TYPES } from './values.ts';

export interface Ask {
  id: number;
  /** Undefined closes the database, unless a copy is requested instead. */
  sql?: string;
  /** A folder that receives a copy of the database folder and of the named files beside it. */
  copy?: { to: string; also: readonly string[] };
  params?: readonly unknown[];
}

export interface Answer {
  id: number;
  rows?: unknown[];
  /** The kind of statement, as the server reports it; the COMMIT of a failed transaction is reported as ROLLBACK. */
  command?: string;
  rowCount?: number | null;
  error?: { message: string; code?: string; detail?: string; constraint?: string };
}

/**
 * PGlite sets the modes of its files itself, whatever the umask is, some of them to 0666. Here only their owner may
 * access them.
 */
const { chmodSync, fchmodSync } = fs;
const owners = (mode: fs.Mode): number => Number(mode) & 0o700;
fs.chmodSync = (path, mode) => chmodSync(path, owners(mode));
fs.fchmodSync = (file, mode) => fchmodSync(file, owners(mode));

const port = parentPort;
if (!port) throw new Error('runs as a worker');
const { dataDir } = workerData as { dataDir?: string };
/**
 * PGlite writes all buffers when it starts, so PostgreSQL's default would take 128 MB immediately. The system caches
 * the files anyway.
 */
const BUFFERS = ['-c', 'shared_buffers=32MB'];
const database = await PGlite.create({
  ...(dataDir !== undefined && { dataDir }),
  startParams: [...PGlite.defaultStartParams, ...BUFFERS],
  ...PGLITE_TYPES,
});
const answer = (message: Answer) => port.postMessage(message);
answer({ id: 0 });

const describe = (error: unknown): NonNullable<Answer['error']> => {
  const { message, code, detail, constraint } = error as Error &
    Record<'code' | 'detail' | 'constraint', string>;
  return { message, code, detail, constraint };
};

/**
 * Nothing is written during the copy, because this thread does nothing else. The copy is what a kill at this moment
 * would leave behind.
 */
function copy(folder: string, { to, also }: NonNullable<Ask['copy']>): void {
  cpSync(folder, join(to, basename(folder)), { recursive: true });
  for (const name of also) {
    const file = join(dirname(folder), name);
    if (existsSync(file)) cpSync(file, join(to, name));
  }
}

async function run({ id, sql, params, copy: wanted }: Ask): Promise<void> {
  try {
    if (wanted) {
      if (dataDir === undefined) throw new Error('a database in memory has no files');
      await database.exec('checkpoint');
      copy(dataDir, wanted);
      answer({ id });
      return;
    }
    if (sql === undefined) {
      await database.close();
      answer({ id });
      return;
    }
    const { rows, command, rowCount } = (await database.query(sql, params as unknown[])) as Results & {
      command?: string;
      rowCount?: number;
    };
    answer({ id, rows, command: command ?? '', rowCount: rowCount ?? null });
  } catch (error) {
    answer({ id, error: describe(error) });
  }
}

port.on('message', (ask: Ask) => void run(ask));
