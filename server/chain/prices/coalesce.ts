/** Coalesces questions: those asked at the same time share one answer. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Answers questions about `keys` with one `read` of them all. Questions that arrive while a read is in progress are
 * answered by the next one, so no answer is older than its question. Reads run one after another and begin at least
 * `apartMs` apart.
 */
export function coalesce<K, T>(
  read: (keys: ReadonlySet<K>) => Promise<T>,
  apartMs: number,
): (keys: Iterable<K>) => Promise<T> {
  let next: { readonly keys: Set<K>; readonly answer: Promise<T> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let begun = Number.NEGATIVE_INFINITY;

  function plan(): { keys: Set<K>; answer: Promise<T> } {
    const keys = new Set<K>();
    const answer = last.then(async () => {
      const wait = begun + apartMs - performance.now();
      if (wait > 0) await sleep(wait);
      next = undefined;
      begun = performance.now();
      return read(keys);
    });
    last = answer.catch(() => undefined);
    return { keys, answer };
  }

  return (keys) => {
    next ??= plan();
    for (const key of keys) next.keys.add(key);
    return next.answer;
  };
}
