/**
 * Runs due work: checks once a second, with one statement, and whenever it is nudged, and runs one job per transaction,
 * in the order of due times.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import { choreFailures, jobs as counted } from '#server/lib/metrics.ts';
import type { Clock } from './clock.ts';
import { type Job, anyDue, dueCount, postpone, take } from './queue.ts';

/** Does a job within its transaction. The function it returns runs after the commit. */
export type Work = (db: Db, job: Job, now: Date) => Promise<void | (() => void)>;

/** Work that repeats on the machine's clock and is not stored: cleaning, maintenance. */
export interface Chore {
  name: string;
  /** 0: at each tick, once a second. */
  everyMs: number;
  /** An SQL expression that says whether the database has work for it. If omitted, it always runs. */
  when?: (now: Date) => RawBuilder<boolean>;
  run(now: Date): Promise<unknown>;
}

export interface Runner {
  /** Does everything that is due now; resolves when nothing is left. */
  settle(): Promise<void>;
  status(): Promise<{ ok: boolean; due: number }>;
  stop(): Promise<void>;
}

const TICK_MS = 1000;
/** If more jobs than this are overdue by more than a tick, work is not getting done. */
const BACKLOG = 1000;

class FailedJob extends Error {
  readonly id: bigint;
  constructor(id: bigint, kind: string, cause: unknown) {
    super(`job ${kind} failed`, { cause });
    this.id = id;
  }
}

/** Which of the conditions hold, in one round trip. */
async function holds(db: Db, conditions: readonly RawBuilder<boolean>[]): Promise<boolean[]> {
  const { rows } = await sql<{ holds: boolean[] }>`select array[${sql.join(conditions)}] as holds`.execute(
    db,
  );
  return rows[0]?.holds ?? [];
}

export function startRunner(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Readonly<Record<string, Work>>;
  chores: readonly Chore[];
}): Runner {
  const { database, clock, log, jobs } = deps;
  let stopped = false;
  let running: Promise<void> | undefined;
  let again = false;
  const chores = deps.chores.map((chore) => ({ chore, last: clock.wall().getTime() }));

  /** Runs one job; false if none is due. A failed job is rolled back completely and postponed. */
  async function one(): Promise<boolean> {
    try {
      const done = await inTransaction(database.kysely, async (db) => {
        const now = clock.now();
        const job = await take(db, now);
        if (!job) return undefined;
        const work = jobs[job.kind];
        const begun = counted.startTimer({ kind: work ? job.kind : 'unknown' });
        let outcome = 'failed';
        try {
          if (!work) throw new Error(`there is no handler for jobs of kind ${job.kind}`);
          const tell = await work(db, job, now);
          outcome = 'done';
          return { tell };
        } catch (error) {
          throw new FailedJob(job.id, job.kind, error);
        } finally {
          begun({ outcome });
        }
      });
      done?.tell?.();
      return done !== undefined;
    } catch (error) {
      if (!(error instanceof FailedJob)) throw error;
      log.error({ err: error.cause }, error.message);
      await postpone(database.kysely, error.id, clock.now());
      return true;
    }
  }

  async function pass(): Promise<void> {
    try {
      do {
        again = false;
        const [due] = await holds(database.kysely, [anyDue(clock.now())]);
        if (!due) continue;
        while (!stopped && (await one())) continue;
      } while (again && !stopped);
    } finally {
      // Set in the same tick as the last check, so that a later caller gets a new pass.
      running = undefined;
    }
  }

  async function settle(): Promise<void> {
    if (stopped) return;
    again = true;
    await (running ??= pass());
  }

  /** A failure is logged and does not stop the rest of the tick. */
  async function attempt(work: () => Promise<unknown>, failure: string, failed?: () => void): Promise<void> {
    try {
      await work();
    } catch (error) {
      failed?.();
      log.error({ err: error }, failure);
    }
  }

  async function tick(): Promise<void> {
    const [now, wall] = [clock.now(), clock.wall().getTime()];
    const turn = chores.filter(({ chore, last }) => wall - last >= chore.everyMs);
    const asking = turn.filter(({ chore }) => chore.when);
    const conditions = asking.flatMap(({ chore }) => chore.when?.(now) ?? []);
    let idle = new Set(asking);
    await attempt(async () => {
      const [due, ...wanted] = await holds(database.kysely, [anyDue(now), ...conditions]);
      idle = new Set(asking.filter((_, index) => !wanted[index]));
      if (due) await settle();
    }, 'due work could not be looked for');
    for (const entry of turn) {
      if (stopped) return;
      entry.last = wall;
      if (idle.has(entry)) continue;
      const { name } = entry.chore;
      await attempt(
        () => entry.chore.run(clock.now()),
        `chore ${name} failed`,
        () => choreFailures.inc({ chore: name }),
      );
    }
  }

  let ticking: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    ticking = tick().finally(() => {
      busy = false;
    });
  }, TICK_MS);
  timer.unref();

  return {
    settle,
    async status() {
      const due = await dueCount(database.kysely, new Date(clock.now().getTime() - 10 * TICK_MS));
      return { ok: due <= BACKLOG, due };
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await ticking;
      // Its failure is reported to the callers that requested it.
      await running?.catch(() => undefined);
    },
  };
}
