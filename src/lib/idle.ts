// Runs work while the page is idle.

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
