// Runs work later: while the page is idle, or once the next frame is drawn.

/** Runs when the page is idle, or after `withinMs` at the latest. Returns a function that cancels it. */
export function whenIdle(run: () => void, withinMs = 3000): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}

/** Longer than between a file and the next one that it asks for on a slow network. */
const QUIET_MS = 3000;

/** Runs once nothing more has been loaded for a while. Returns a function that cancels it. */
export function whenQuiet(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop();
      run();
    }, QUIET_MS);
  };
  const observer = new PerformanceObserver(wait);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe({ type: 'resource' });
  wait();
  return stop;
}

export const idle = (withinMs: number) => new Promise<void>((resolve) => void whenIdle(resolve, withinMs));

/** Runs once the next frame is on the screen; in a hidden tab, when it is shown again. Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let task: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    task = setTimeout(run, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
