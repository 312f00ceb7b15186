// Moments in which nothing that a person waits for is under way.

/** Runs in such a moment, or once `withinMs` are over. Gives what takes it back. */
export function whenIdle(run: () => void, withinMs = 3000): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}

export const idle = (withinMs: number) => new Promise<void>((resolve) => void whenIdle(resolve, withinMs));
