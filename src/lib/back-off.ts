// How long the app waits before it retries a failed call automatically: 2, 4, 8 … 60 s after consecutive failures. All
// queries share this back-off, so that a re-rendered component cannot send requests more often. A user's own tap never
// waits.

export const FIRST_WAIT_MS = 2000;
export const LONGEST_WAIT_MS = 60_000;

/** Milliseconds to wait after the nth consecutive failure (the first is 1); never shorter than the server requested. */
export const waitAfter = (failures: number, askedMs = 0): number =>
  Math.max(askedMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));

interface Failure {
  count: number;
  /** Milliseconds of `performance.now()`. */
  retryAt: number;
  error: unknown;
  /** True while one request checks whether the call works again; meanwhile, the others get the last error. */
  retrying: boolean;
}

const failures = new Map<string, Failure>();

/** When a failed call may be retried, in milliseconds of `performance.now()`; undefined if it has not failed. */
export const retryAt = (call: string): number | undefined => {
  const known = failures.get(call);
  return known && (known.retrying ? Infinity : known.retryAt);
};

/** Whether any call has failed and has not succeeded since. */
export const isFailing = (): boolean => failures.size > 0;

interface Kind {
  /** True when the same call may succeed later without anyone changing anything. */
  isTemporary: (error: unknown) => boolean;
  /** The minimum wait that the server requests, in milliseconds. */
  askedWait: (error: unknown) => number;
}

/** Makes a call unless it has to wait. @throws the call's error, or the last one while the call has to wait */
export async function backedOff<T>(
  call: string,
  ask: () => Promise<T>,
  { isTemporary, askedWait }: Kind,
): Promise<T> {
  const known = failures.get(call);
  if (known && (known.retrying || performance.now() < known.retryAt)) throw known.error;
  if (known) known.retrying = true;
  try {
    const answer = await ask();
    failures.delete(call);
    return answer;
  } catch (error) {
    const now = performance.now();
    const last = failures.get(call);
    // Requests that were in flight at the same time and fail together count as one failure.
    const together = last !== undefined && last !== known && now < last.retryAt;
    if (isTemporary(error) && !together) {
      const count = (last?.count ?? 0) + 1;
      const wait = waitAfter(count, askedWait(error));
      failures.set(call, { count, retryAt: now + wait, error, retrying: false });
    }
    throw error;
  } finally {
    if (known) known.retrying = false;
  }
}

const listeners = new Set<() => void>();

/** Registers a callback for when a user retries manually. */
export function onAskNow(run: () => void): () => void {
  listeners.add(run);
  return () => listeners.delete(run);
}

/** A user retries manually: the next request of every call is sent immediately. The failure counts remain. */
export function askNow(): void {
  for (const known of failures.values()) Object.assign(known, { retryAt: 0, retrying: false });
  for (const run of [...listeners]) run();
}

/** The network or server is back, or another user has signed in: clears all recorded failures. */
export const forgetFailures = (): void => failures.clear();
