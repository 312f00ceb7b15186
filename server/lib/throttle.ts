/**
 * A throttle: the first call runs immediately, and later calls in the interval are combined into one run at its end.
 */

/** Wraps `tell` so that it runs at most once in `ms` milliseconds of the machine's time, and always after the last call. */
export function throttle(ms: number, tell: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  const rest = () => {
    timer = undefined;
    if (again) run();
  };
  const run = () => {
    again = false;
    tell();
    timer = setTimeout(rest, ms).unref();
  };
  return () => {
    if (timer) again = true;
    else run();
  };
}
