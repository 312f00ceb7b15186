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

export const idle = (withinMs: number) => new Promise<void>((resolve) => void whenIdle(resolve, withinMs));

/**
 * Runs once the next frame is on screen; in a hidden tab, once the tab is shown again. Returns a function that cancels
 * it.
 */
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
