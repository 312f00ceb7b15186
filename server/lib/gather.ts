/**
 * Work whose result is the same for everybody, done once for all who ask for it within a moment. Nobody gets a result that is older
 * than the question: unlike a cache, it needs to know nothing about what changes, in this process or in another one.
 */

/** Wraps `work` so that it begins at most once in `ms` milliseconds; whoever asks in between waits for the next time. */
export function gathered<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  let begun = -Infinity;
  async function begin(): Promise<T> {
    const wait = begun + ms - performance.now();
    await (wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : null);
    // Whoever asks from now on comes too late for this one.
    next = undefined;
    begun = performance.now();
    return work();
  }
  return () => (next ??= begin());
}
