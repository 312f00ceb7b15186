// Frequent events are reported at most once per interval, and the last one always is.
import { afterEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

afterEach(() => void vi.useRealTimers());

test('calls at once, then at most once per interval, and always after the last call', () => {
  vi.useFakeTimers();
  const tell = vi.fn<() => void>();
  const often = throttle(1000, tell);
  often();
  expect(tell).toHaveBeenCalledTimes(1);
  often();
  often();
  vi.advanceTimersByTime(999);
  expect(tell).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(tell).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(tell).toHaveBeenCalledTimes(2);
  often();
  expect(tell).toHaveBeenCalledTimes(3);
});
