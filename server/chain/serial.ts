/** Runs asynchronous steps one after the other, in the order they were asked for. */

export type Lane = <T>(step: () => Promise<T>) => Promise<T>;

/** A lane of its own. A step that fails fails for its caller alone; the next one runs. A step must not wait for its own lane. */
export function lane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  };
}
