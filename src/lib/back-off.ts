// How long a call that failed is left alone before the app asks again by itself: 2, 4, 8 … 60 s after each failure in a row. All
// queries share it, so that a page cannot ask more often by drawing a part anew. A person's own tap never waits.

export const FIRST_WAIT_MS = 2000;
export const LONGEST_WAIT_MS = 60_000;

/** Milliseconds after the nth failure in a row, the first is 1: never shorter than the server asked for. */
export const waitAfter = (failures: number, askedMs = 0): number =>
  Math.max(askedMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));

interface Failure {
  count: number;
  /** Milliseconds of `performance.now()`. */
  retryAt: number;
  error: unknown;
  /** One request at a time finds out whether the call works again; all others are told the known error. */
  retrying: boolean;
}

const failures = new Map<string, Failure>();

/** When a call that failed may be asked again, in milliseconds of `performance.now()`; undefined when it did not fail. */
export const retryAt = (call: string): number | undefined => {
  const known = failures.get(call);
  return known && (known.retrying ? Infinity : known.retryAt);
};

interface Kind {
  /** The same call may succeed later without anybody changing anything. */
  isTemporary: (error: unknown) => boolean;
  /** The shortest wait that the server asks for, in milliseconds. */
  askedWait: (error: unknown) => number;
}

/** Makes a call unless it has to wait. @throws the error of the call, or the last one while the call has to wait. */
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
    // Requests that were under way together fail together and count once.
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

/** Called when a person asks again by hand. */
export function onAskNow(run: () => void): () => void {
  listeners.add(run);
  return () => listeners.delete(run);
}

/** A person asks again by hand: the next request of every call goes out at once. The count of failures stays. */
export function askNow(): void {
  for (const known of failures.values()) Object.assign(known, { retryAt: 0, retrying: false });
  for (const run of [...listeners]) run();
}

/** The network or the server is back, or somebody else has signed in: nothing is known to fail any more. */
export const forgetFailures = (): void => failures.clear();
