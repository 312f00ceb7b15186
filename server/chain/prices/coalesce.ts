/** Coalesces questions: many that are asked at the same time get one answer between them. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Answers questions about `keys` by one `read` of them all. Whoever asks while a read is under way gets the next one,
 * so that no answer is older than its question. Reads follow each other and begin at least `apartMs` apart.
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
