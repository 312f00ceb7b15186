// Raises the default limit of `vi.waitFor` to 10 s: vitest's limit of 1 s fails on a busy machine.
import { vi } from 'vitest';

const LIMIT_MS = 10_000;

// Files share a worker and each runs this setup, so it wraps only once.
if (vi.waitFor.name !== 'waitPatiently') {
  const waitFor = vi.waitFor.bind(vi);
  vi.waitFor = function waitPatiently(look, options) {
    return waitFor(look, typeof options === 'number' ? options : { timeout: LIMIT_MS, ...options });
  };
}
