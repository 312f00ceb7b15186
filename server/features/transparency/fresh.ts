/** Answers that cost something and are the same for everybody: asked for at most once in a while, and never waited for twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#server/jobs/clock.ts';

/** A reading that takes long is made more seldom: at most a thirtieth of the time goes into it. */
const REST = 30;
/** So long a fresh answer is waited for where there is an old one. */
const PATIENCE_MS = 200;

/**
 * Wraps `read`: its last answer is good for `ms` milliseconds of the machine's time. Then it is read again; whoever asks meanwhile
 * waits a moment, and gets the old answer after that. A failed reading is told to those who waited for it, and is not kept.
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
