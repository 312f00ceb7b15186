/**
 * Work whose result is the same for everybody, done once for all callers within a short time. No result is older than
 * the call that gets it: unlike a cache, this does not need to know about changes, whether in this process or in
 * another.
 */

/** Wraps `work` so that it begins at most once in `ms` milliseconds; calls in between wait for the next time. */
export function gathered<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  let begun = -Infinity;
  async function begin(): Promise<T> {
    const wait = begun + ms - performance.now();
    await (wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : null);
    // Later calls are too late for this one.
    next = undefined;
    begun = performance.now();
    return work();
  }
  return () => (next ??= begin());
}
