// Waiting for what another process does. Works outside of a test run too, where `vi.waitFor` does not.
import { setTimeout as sleep } from 'node:timers/promises';

interface Patience {
  /** Milliseconds; by default ten seconds, checking every 50 ms. */
  readonly timeout?: number;
  readonly interval?: number;
}

/** Resolves with what `look` returns once it does not throw. @throws its last error if the time runs out */
export async function waitFor<T>(look: () => T | Promise<T>, patience: Patience | number = {}): Promise<T> {
  const { timeout = 10_000, interval = 50 } = typeof patience === 'number' ? { timeout: patience } : patience;
  const end = performance.now() + timeout;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await sleep(interval);
  }
}
