/** A mutex for asynchronous steps. It is shorter than a package for it, of which `async-mutex` and `p-limit` each bring another. */

type Mutex = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Runs steps one after the other, in the order they were asked for. One that fails fails for its caller alone; the next one runs. A
 * step must not wait for its own mutex.
 */
export function mutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  };
}
