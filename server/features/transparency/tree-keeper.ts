/**
 * Builds the requested trees alongside requests and jobs: in steps of one transaction each, with pauses, so that
 * neither the event loop nor the embedded database's only connection is blocked for long. An interrupted step is
 * repeated; two processes never work on the same tree.
 */
import { setImmediate as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '#server/db/client.ts';
import { hexOf } from '#proofs/proof.ts';
import { sumsOf, sumsText } from '#proofs/sums.ts';
import { type Placed, leafOf, treeBuilder } from '#proofs/tree.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { CHUNK, CHUNK_LEVEL, readLine } from './transparency.rules.ts';
import {
  type Unfinished,
  chunkLines,
  chunkRoots,
  keepNodes,
  lockUnfinished,
  noteHashed,
  publish,
  takeBalances,
} from './trees.repository.ts';

/** Chunks per step, some 5 ms each: requests for the embedded database's only connection have to wait for a step. */
const STEP = { postgres: 32, pglite: 2 } as const;
/** Rows read or written at once. */
const ROWS = 500;

type Taken = Unfinished & { secret: Uint8Array };

async function hashChunks(tx: Db, { id, secret, hashed }: Taken, limit: number): Promise<void> {
  const nodes: Placed[] = [];
  for (const lines of await chunkLines(tx, id, hashed, limit)) {
    const tree = treeBuilder();
    for (const line of lines) tree.push(leafOf(readLine(secret, line)));
    nodes.push({ level: CHUNK_LEVEL, index: hashed + nodes.length, node: tree.end() });
    await pause();
  }
  await keepNodes(tx, id, nodes);
  await noteHashed(tx, id, hashed + nodes.length);
}

async function finish(tx: Db, { id, owed }: Unfinished, chunks: number): Promise<void> {
  const made: Placed[] = [];
  const tree = treeBuilder((placed) => {
    // The roots of chunks are already stored.
    if (placed.level > CHUNK_LEVEL) made.push(placed);
  }, CHUNK_LEVEL);
  for (let from = 0; from < chunks; from += ROWS) {
    for (const { hash, sums } of await chunkRoots(tx, id, from, ROWS))
      tree.push({ hash: new Uint8Array(hash), sums: sumsOf(sums) });
    await keepNodes(tx, id, made.splice(0));
  }
  const root = tree.end();
  await keepNodes(tx, id, made);
  const sums = sumsText(root.sums);
  // The leaves are a copy of the ledger; if they ever differ from it, nothing is published.
  if (sums !== owed) throw new Error(`the leaves sum to ${sums.trim()}, the ledger to ${owed?.trim()}`);
  await publish(tx, id, hexOf(root.hash), sums);
}

interface TreeKeeper {
  /**
   * Builds the wanted trees, unless that is already in progress. Resolves when none is left, or after a failure, which
   * is logged.
   */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export function treeKeeper(deps: {
  database: Pick<Database, 'kysely' | 'kind'>;
  clock: Pick<Clock, 'now'>;
  log: Logger;
}): TreeKeeper {
  const { kysely: db, kind } = deps.database;
  let stopped = false;
  let again = false;
  let running: Promise<void> | undefined;
  /** The connection that copies balances: the only step that may take seconds. */
  let copying: number | undefined;

  async function copy(tx: Db, id: bigint, secret: Uint8Array): Promise<void> {
    if (kind === 'postgres')
      copying = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid;
    try {
      await takeBalances(tx, id, secret, deps.clock.now());
    } finally {
      copying = undefined;
    }
  }

  /** One step; false when nothing is left to do here. */
  const step = (): Promise<boolean> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const tree = await lockUnfinished(tx);
        if (!tree?.secret) return false;
        const chunks = Math.ceil(tree.leaves / CHUNK);
        if (tree.state === 'wanted') await copy(tx, tree.id, tree.secret);
        else if (tree.hashed < chunks) await hashChunks(tx, { ...tree, secret: tree.secret }, STEP[kind]);
        else await finish(tx, tree, chunks);
        return true;
      });

  async function all(): Promise<void> {
    try {
      do {
        again = false;
        while (!stopped && (await step())) await pause();
      } while (again && !stopped);
    } catch (error) {
      if (!stopped)
        deps.log.error({ err: error }, 'the tree over all balances was not made, and is tried again');
    } finally {
      running = undefined;
    }
  }

  return {
    run() {
      // A call during the last check starts another one.
      again = true;
      return (running ??= all());
    },
    async stop() {
      stopped = true;
      if (copying !== undefined)
        await sql`select pg_cancel_backend(${copying}::int)`.execute(db).catch(() => undefined);
      await running;
    },
  };
}
