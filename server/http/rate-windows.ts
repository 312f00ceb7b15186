/**
 * Counting requests per bucket and minute. Pure: time comes in, and what other processes counted is merged in.
 * A bucket's count is `shared` (as the database last said, ours included) + `sent` (on its way) + `fresh`.
 */

export const WINDOW_MS = 60_000;

/** A bucket is shared once it has used a twentieth of its limit here: quiet callers cost the database nothing. */
const SHARE_FROM = 1 / 20;

interface Count {
  limit: number;
  shared: number;
  sent: number;
  fresh: number;
}

export interface RateWindows {
  /** Counts one request; 0 when it is admitted, else the whole seconds until the window ends. A limit of 0 is none. */
  hit(bucket: string, limit: number, nowMs: number): number;
  /** Counts to add up with other processes; marks them as sent. */
  takeFresh(): { window: number; counts: Map<string, number> };
  /** What the database answered: the sum over all processes, per bucket. Of another window: dropped. */
  merge(window: number, totals: ReadonlyMap<string, number>): void;
  /** The database did not answer: what was sent is fresh again. */
  putBack(): void;
}

/** The window that a time falls into, as a number that all processes agree on. */
export const windowOf = (nowMs: number): number => Math.floor(nowMs / WINDOW_MS);

export function rateWindows(): RateWindows {
  let window = 0;
  let counts = new Map<string, Count>();

  const enter = (nowMs: number) => {
    const current = windowOf(nowMs);
    if (current === window) return;
    window = current;
    counts = new Map();
  };

  return {
    hit(bucket, limit, nowMs) {
      if (limit === 0) return 0;
      enter(nowMs);
      let count = counts.get(bucket);
      if (!count) counts.set(bucket, (count = { limit, shared: 0, sent: 0, fresh: 0 }));
      if (count.shared + count.sent + count.fresh >= limit) {
        return Math.ceil(((window + 1) * WINDOW_MS - nowMs) / 1000);
      }
      count.fresh += 1;
      return 0;
    },
    takeFresh() {
      const taken = new Map<string, number>();
      for (const [bucket, count] of counts) {
        const own = count.shared + count.sent + count.fresh;
        if (count.fresh === 0 || own < count.limit * SHARE_FROM) continue;
        taken.set(bucket, count.fresh);
        count.sent += count.fresh;
        count.fresh = 0;
      }
      return { window, counts: taken };
    },
    merge(of, totals) {
      if (of !== window) return;
      for (const [bucket, total] of totals) {
        const count = counts.get(bucket);
        if (!count) continue;
        count.shared = total;
        count.sent = 0;
      }
    },
    putBack() {
      for (const count of counts.values()) {
        count.fresh += count.sent;
        count.sent = 0;
      }
    },
  };
}
