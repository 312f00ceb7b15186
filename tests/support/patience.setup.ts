// Waits are for states, and their limit is for what never comes: vitest's own limit of a second fails on a busy machine.
import { vi } from 'vitest';

const LIMIT_MS = 10_000;

// Files share a worker, and each of them comes by here.
if (vi.waitFor.name !== 'waitPatiently') {
  const waitFor = vi.waitFor.bind(vi);
  vi.waitFor = function waitPatiently(look, options) {
    return waitFor(look, typeof options === 'number' ? options : { timeout: LIMIT_MS, ...options });
  };
}
