/** A mutex for asynchronous steps. It is shorter than a package such as `async-mutex` or `p-limit`. */

type Mutex = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Runs steps one after another, in the order of the calls. A failure affects only its own caller, and the next step
 * still runs. A step must not wait for its own mutex.
 */
export function mutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  };
}
