// For work that may never settle, or fail: a timeout, and further tries.

/**
 * The timeout does not cancel the work, which may still complete later.
 * @throws what `late` makes, after the timeout
 */
export const within = <T>(
  ms: number,
  work: Promise<T>,
  late: () => Error = () => new Error(`no answer within ${ms} ms`),
): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const RETRY_MS = 10_000;

/** Loads what the app cannot do without: tries again after a failure, immediately when the network is back. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch {
      const over = new AbortController();
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
        addEventListener('online', resolve, { signal: over.signal });
      });
      over.abort();
    }
}
