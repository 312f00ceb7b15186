// What happens often is told now and then, and never left untold.
import { afterEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

afterEach(() => void vi.useRealTimers());

test('tells at once, then at most once in the time, and always after the last call', () => {
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
