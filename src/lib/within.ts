// A timeout for work that may never settle.

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
