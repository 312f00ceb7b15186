/**
 * Due work, exactly once. A job is a row; its work, what it posts and its successor commit with the row's removal.
 * `(kind, key)` is unique: enqueueing the same work twice is enqueueing it once.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

export interface Job {
  kind: string;
  key: string;
  payload: unknown;
  /** When it fell due: work that is caught up decides by this, not by the time it runs. */
  dueAt: Date;
}

/** Adds a job within the caller's transaction. A job of the same kind and key that waits already stays as it is. */
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

/**
 * Takes the job that fell due first out of the queue, or nothing. One that failed is not looked at before its next try.
 * Other processes skip the row until we commit.
 */
export async function take(db: Db, now: Date): Promise<(Job & { id: bigint }) | undefined> {
  const { rows } = await sql<{ id: bigint; kind: string; key: string; payload: string; due_at: Date }>`
    delete from jobs where id = (
      select id from jobs where due_at <= ${now} and (retry_at is null or retry_at <= ${now})
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

/** How many jobs are due and wait. */
export async function dueCount(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from jobs where coalesce(retry_at, due_at) <= ${now}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Puts a failed job off; the more often it failed, the longer, up to five minutes. When it fell due stays as it was. */
export async function postpone(db: Db, id: bigint, now: Date): Promise<void> {
  await sql`
    update jobs set attempts = attempts + 1,
      retry_at = ${now}::timestamptz + least(300, power(2, least(attempts, 9))) * interval '1 second'
    where id = ${id}`.execute(db);
}
