/**
 * The embedded database as a pool of one connection, in the form that Kysely's PostgreSQL dialect expects. A caller
 * that takes the connection has it exclusively until releasing it, so another request's statement never lands in an
 * open transaction.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Logger } from 'pino';
import { Refusal } from '#server/lib/refusal.ts';
import { readFault } from './faults.ts';
import type { Answer, Ask } from './pglite-worker.ts';

/**
 * Longer than any of our transactions. Without a limit, using the main handle inside an open transaction would wait
 * forever.
 */
const ACQUIRE_MS = 30_000;

const unavailable = (why: string, cause?: unknown) =>
  Object.assign(new Refusal('unavailable'), { cause: new Error(why, { cause }) });

interface Thread {
  ask(message: Omit<Ask, 'id'>): Promise<Answer>;
  /** Closes the database, then the thread. */
  end(): Promise<void>;
}

/** Starts the thread; resolves once the database is open. After the thread has ended, every query is refused. */
async function startThread(dataDir: string | undefined, log: Logger): Promise<Thread> {
  const worker = new Worker(join(import.meta.dirname, 'pglite-worker.ts'), {
    workerData: dataDir === undefined ? {} : { dataDir },
  });
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let ended: Error | undefined;
  let last = 0;

  const expect = (id: number): Promise<Answer> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const fail = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const opened = expect(0);
  worker.on('message', (answer: Answer) => {
    const entry = waiting.get(answer.id);
    waiting.delete(answer.id);
    entry?.resolve(answer);
  });
  worker.on('error', (cause) => {
    if (!waiting.has(0)) log.fatal({ err: cause }, 'the embedded database has crashed; restart the server');
    fail(unavailable('the embedded database has crashed', cause));
  });
  worker.on('exit', () => fail(unavailable('the embedded database has ended')));

  async function ask(message: Omit<Ask, 'id'>): Promise<Answer> {
    if (ended) throw ended;
    last += 1;
    const answered = expect(last);
    worker.postMessage({ ...message, id: last } satisfies Ask);
    const answer = await answered;
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  }

  await opened;
  return {
    ask,
    async end() {
      if (ended) return;
      await ask({});
      ended = unavailable('the embedded database is closed');
      await worker.terminate();
    },
  };
}

/** "No space left on device" as PGlite's file system numbers it (WASI). */
const NO_SPACE = 51;

/** Why the database could not be opened, and what to do about it, in one line. */
function reasonOf(error: Error): string {
  let inner = error;
  while (inner.cause instanceof Error) inner = inner.cause;
  if ((inner.cause as { errno?: number } | undefined)?.errno === NO_SPACE)
    return 'its disk is full; make room and start again';
  const [what = ''] = inner.message.split('\n');
  return `${what.replace(/ Build with -sASSERTIONS.*/, '')}; restore DATA_DIR from a backup, or empty it to start afresh`;
}

/**
 * The pool, and a function that copies the database's files between two transactions, together with named files next to
 * its folder.
 */
interface EmbeddedPool extends PostgresPool {
  copy(to: string, also: readonly string[]): Promise<void>;
}

/**
 * Opens the folder, or a database in memory.
 * @throws Error in one line if the folder's content cannot be opened.
 */
export async function openEmbedded(dataDir: string | undefined, log: Logger): Promise<EmbeddedPool> {
  // PGlite treats a folder without PG_VERSION as empty, and creates a new database over what is there. An interrupted
  // first start, which may be repeated, leaves no commit log.
  const has = (file: string) => dataDir !== undefined && existsSync(join(dataDir, file));
  if (has('pg_xact/0000') && !has('PG_VERSION'))
    throw new Error(
      `the embedded database in ${dataDir} is incomplete: PG_VERSION is missing; restore DATA_DIR from a backup, or empty it to start afresh`,
    );
  const thread = await startThread(dataDir, log).catch((error: Error) => {
    const where = dataDir ?? 'memory';
    throw new Error(`the embedded database in ${where} cannot be opened: ${reasonOf(error)}`, {
      cause: error,
    });
  });
  const client = {
    async query(sql: string, params: readonly unknown[] = []) {
      try {
        const { rows, command, rowCount } = await thread.ask({ sql, params });
        return { rows, command, rowCount };
      } catch (error) {
        throw readFault(error);
      }
    },
    release() {
      const next = queue.shift();
      if (next) next();
      else busy = false;
    },
  } as unknown as PostgresPoolClient;

  let queue: (() => void)[] = [];
  let busy = false;

  return {
    connect() {
      if (!busy) {
        busy = true;
        return Promise.resolve(client);
      }
      return new Promise((resolve, reject) => {
        const take = () => {
          clearTimeout(timer);
          resolve(client);
        };
        const timer = setTimeout(() => {
          queue = queue.filter((one) => one !== take);
          reject(unavailable(`the embedded database was not free for ${ACQUIRE_MS / 1000} s`));
        }, ACQUIRE_MS);
        queue.push(take);
      });
    },
    async copy(to, also) {
      const held = await this.connect();
      try {
        await thread.ask({ copy: { to, also } });
      } finally {
        held.release();
      }
    },
    end: () => thread.end(),
  } as EmbeddedPool;
}
