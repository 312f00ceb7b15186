/**
 * The embedded database as a pool of one connection, in the form that Kysely's PostgreSQL dialect asks for. Whoever has
 * the connection has it alone until it is released: a statement of another request never lands in an open transaction.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { readFault } from './faults.ts';
import type { Answer, Ask } from './pglite-worker.ts';

/** Longer than any transaction of ours takes; a wait without end would be the main handle inside an open transaction. */
const ACQUIRE_MS = 30_000;

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

export interface EmbeddedPool extends PostgresPool {
  readonly failed: () => Error | undefined;
}

export async function openEmbedded(dataDir: string | undefined): Promise<EmbeddedPool> {
  const worker = new Worker(join(import.meta.dirname, 'pglite-worker.ts'), {
    workerData: dataDir === undefined ? {} : { dataDir },
  });
  const waiting = new Map<number, Waiting>();
  let failure: Error | undefined;
  let last = 0;

  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (answer: Answer) => {
    const entry = waiting.get(answer.id);
    waiting.delete(answer.id);
    entry?.resolve(answer);
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('the embedded database has ended')));

  const expect = (id: number): Promise<Answer> => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));

  async function ask(message: Omit<Ask, 'id'>): Promise<Answer> {
    if (failure) throw failure;
    last += 1;
    const answered = expect(last);
    worker.postMessage({ ...message, id: last } satisfies Ask);
    const answer = await answered;
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  }

  await expect(0);

  let queue: ((client: PostgresPoolClient) => void)[] = [];
  let busy = false;

  const client: PostgresPoolClient = {
    async query<R>(sql: unknown, params?: readonly unknown[]) {
      try {
        const { rows = [], affected } = await ask({ sql: sql as string, params: params ?? [] });
        const command = /^\s*(insert|update|delete|merge)/i.exec(sql as string)?.[1]?.toUpperCase() ?? 'SELECT';
        return { command: command as 'SELECT', rowCount: affected ?? rows.length, rows: rows as R[] };
      } catch (error) {
        throw readFault(error);
      }
    },
    release() {
      const next = queue.shift();
      if (next) next(client);
      else busy = false;
    },
  } as PostgresPoolClient;

  return {
    failed: () => failure,
    connect() {
      if (!busy) {
        busy = true;
        return Promise.resolve(client);
      }
      return new Promise((resolve, reject) => {
        const take = (free: PostgresPoolClient) => {
          clearTimeout(timer);
          resolve(free);
        };
        const timer = setTimeout(() => {
          queue = queue.filter((one) => one !== take);
          reject(new Error(`the embedded database was not free for ${ACQUIRE_MS / 1000} s`));
        }, ACQUIRE_MS);
        queue.push(take);
      });
    },
    async end() {
      if (failure) return;
      await ask({});
      failure = new Error('the embedded database is closed');
      await worker.terminate();
    },
  } as EmbeddedPool;
}
