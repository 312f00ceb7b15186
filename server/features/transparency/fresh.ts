/**
 * A cache for expensive answers that are the same for everybody: read at most once per interval, by one caller at a
 * time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, momentOf } from '#server/jobs/clock.ts';

/** A slow reading is repeated less often, so that it takes up at most a thirtieth of the time. */
const REST = 30;
/** How long callers wait for a fresh answer when there is a stale one. */
const PATIENCE_MS = 200;
/** The clock and the wall clock, read one after the other, differ by less than this; a skip takes at least a second. */
const SKIP_MS = 500;

/**
 * Wraps `read`: its last answer is valid for `ms` milliseconds of real time. Then it is read again; meanwhile, callers
 * wait briefly and then get the stale answer. A failed reading is reported to the callers that waited for it, and is
 * not cached.
 */
function cached<T>(clock: Pick<Clock, 'wall'>, ms: number, read: () => Promise<T>): () => Promise<T> {
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
    // If it fails when nobody is waiting for it any more, the next caller retries.
    reading.catch(() => undefined);
    return Promise.race([reading, sleep(PATIENCE_MS, old)]);
  };
}

/** The same, except that answers and readings from before a skip of demo mode no longer count. */
export function freshly<T>(
  clock: Pick<Clock, 'now' | 'wall'>,
  ms: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let { aheadMs } = momentOf(clock, null);
  let ask = cached(clock, ms, read);
  return () => {
    const moment = momentOf(clock, null);
    if (moment.aheadMs - aheadMs > SKIP_MS) {
      aheadMs = moment.aheadMs;
      ask = cached(clock, ms, read);
    }
    return ask();
  };
}
