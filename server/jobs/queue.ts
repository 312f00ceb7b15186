/**
 * Due work, exactly once. A job is a row. Its work, its postings and its successor commit together with the row's removal.
 * `(kind, key)` is unique: enqueueing the same work twice enqueues it once.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

export interface Job {
  kind: string;
  key: string;
  payload: unknown;
  /** When it became due. Late work bases its decisions on this time, not on when it runs. */
  dueAt: Date;
}

/** Adds a job within the caller's transaction. A queued job of the same kind and key stays unchanged. */
export async function enqueue(
  db: Db,
  job: { kind: string; key: string; dueAt: Date; payload?: unknown },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ kind: job.kind, key: job.key, due_at: job.dueAt, payload: JSON.stringify(job.payload ?? {}) })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .execute();
}

/** A failed job becomes ready again at its next try. */
const isReady = (now: Date) => sql`due_at <= ${now} and (retry_at is null or retry_at <= ${now})`;

/**
 * Takes the job that became due first out of the queue, or returns nothing. A failed job is ignored until its next try.
 * Other processes skip the row until we commit.
 */
export async function take(db: Db, now: Date): Promise<(Job & { id: bigint }) | undefined> {
  const { rows } = await sql<{ id: bigint; kind: string; key: string; payload: string; due_at: Date }>`
    delete from jobs where id = (
      select id from jobs where ${isReady(now)}
      order by due_at, id for update skip locked limit 1
    ) returning id, kind, key, payload, due_at`.execute(db);
  const row = rows[0];
  return (
    row && {
      id: row.id,
      kind: row.kind,
      key: row.key,
      payload: JSON.parse(row.payload) as unknown,
      dueAt: row.due_at,
    }
  );
}

/** Whether `take` would find a job that nobody else has taken: one round trip instead of a transaction's three. */
export const anyDue = (now: Date) => sql<boolean>`exists (select from jobs where ${isReady(now)})`;

/** How many jobs are due and waiting. */
export async function dueCount(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from jobs where coalesce(retry_at, due_at) <= ${now}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Postpones a failed job, longer after each failure, up to five minutes. Its due time stays unchanged. */
export async function postpone(db: Db, id: bigint, now: Date): Promise<void> {
  await sql`
    update jobs set attempts = attempts + 1,
      retry_at = ${now}::timestamptz + least(300, power(2, least(attempts, 9))) * interval '1 second'
    where id = ${id}`.execute(db);
}
