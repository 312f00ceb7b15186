/** A limit on how many asynchronous steps run at once. */

/** No slot became free in time. */
export class Crowded extends Error {}

/** Runs steps, at most `most` at a time; the others wait in order, for at most `patienceMs`. @throws Crowded */
export function slots(most: number, patienceMs: number): <T>(step: () => Promise<T>) => Promise<T> {
  let free = most;
  const waiting = new Set<() => void>();

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const timer = setTimeout(() => waiting.delete(resolve) && reject(new Crowded()), patienceMs);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Hands the slot to whoever has waited longest. */
  function leave(): void {
    const [next] = waiting;
    if (!next) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return async (step) => {
    await enter();
    try {
      return await step();
    } finally {
      leave();
    }
  };
}
