/**
 * Adds up the request counts of all processes: at most one statement per second, and none while all callers are quiet.
 * The table identifies callers by a keyed hash, never by address or token. Without the database, each process limits on
 * its own.
 */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { nameOf } from '#server/lib/marks.ts';
import type { RateWindows } from './rate-limit.ts';

const FLUSH_MS = 1000;

interface RateStore {
  /** Sends the counts since the last call and takes over the sums. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function rateStore(db: Db, windows: RateWindows, secret: Uint8Array, log: Logger): RateStore {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let cleaned = 0;

  async function flush() {
    const { window, counts } = windows.takeFresh();
    if (counts.size === 0) return;
    const buckets = [...counts.keys()];
    const byName = new Map(buckets.map((bucket) => [nameOf(secret, 'rate', bucket), bucket]));
    try {
      // Sorted, so that all processes lock rows in the same order.
      const names = [...byName.keys()].sort();
      const sent = names.map((name) => counts.get(byName.get(name) as string));
      const { rows } = await sql<{ bucket: string; count: number }>`
        insert into rate_counts as r (bucket, minute, count)
        select u.bucket, ${window}::int, u.count from unnest(${names}::text[], ${sent}::int[]) as u (bucket, count)
        on conflict (bucket, minute) do update set count = r.count + excluded.count
        returning bucket, count`.execute(db);
      windows.merge(window, new Map(rows.map((row) => [byName.get(row.bucket) as string, row.count])));
      if (cleaned === window) return;
      cleaned = window;
      await sql`delete from rate_counts where minute < ${window - 1}::int`.execute(db);
    } catch (error) {
      windows.putBack();
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'request counts not shared');
    }
  }

  return {
    flush,
    start() {
      timer = setInterval(() => {
        running = running.then(flush);
      }, FLUSH_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
