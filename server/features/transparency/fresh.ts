/** A cache for expensive answers that are the same for everybody: read at most once per interval, by one caller at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#server/jobs/clock.ts';

/** A slow reading is repeated less often, so that it takes at most a thirtieth of the time. */
const REST = 30;
/** So long a fresh answer is waited for where there is an old one. */
const PATIENCE_MS = 200;

/**
 * Wraps `read`: its last answer is valid for `ms` milliseconds of the machine's time. Then it is read again; callers in the meantime
 * wait a moment, and then get the old answer. A failed reading reaches those who waited for it, and is not cached.
 */
export function freshly<T>(clock: Pick<Clock, 'wall'>, ms: number, read: () => Promise<T>): () => Promise<T> {
  let known: { value: T; until: number } | undefined;
  let reading: Promise<T> | undefined;

  async function again(): Promise<T> {
    const begun = clock.wall().getTime();
    const value = await read();
    const ended = clock.wall().getTime();
    known = { value, until: ended + Math.max(ms, REST * (ended - begun)) };
    return value;
  }

  return async () => {
    if (known && clock.wall().getTime() < known.until) return known.value;
    reading ??= again().finally(() => (reading = undefined));
    if (!known) return reading;
    const old = known.value;
    // Should it fail later than anybody waits for it, the next one to ask tries again.
    reading.catch(() => undefined);
    return Promise.race([reading, sleep(PATIENCE_MS, old)]);
  };
}
