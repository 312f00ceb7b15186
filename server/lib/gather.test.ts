// Work done once for all who ask within a moment: never from before a question, and never for longer than the work
// takes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gathered } from './gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that returns how often it has started, once the test lets it. */
function world(ms: number) {
  const ends: (() => void)[] = [];
  const ask = gathered(
    ms,
    () => new Promise<number>((resolve) => ends.push(resolve.bind(null, ends.length + 1))),
  );
  return { ask, ends };
}

test('the first who asks waits for nobody, and all who ask meanwhile share the next time', async () => {
  const { ask, ends } = world(50);
  const first = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(1);
  const later = [ask(), ask()];
  await vi.advanceTimersByTimeAsync(49);
  later.push(ask());
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  for (const end of ends) end();
  expect(await Promise.all([first, ...later])).toEqual([1, 2, 2, 2]);
});

test('who asks after the end gets nothing that began before the question', async () => {
  const { ask, ends } = world(50);
  const first = ask();
  await vi.advanceTimersByTimeAsync(0);
  ends[0]?.();
  expect(await first).toBe(1);
  const second = ask();
  await vi.advanceTimersByTimeAsync(50);
  ends[1]?.();
  expect(await second).toBe(2);
});

test('work that hangs delays nobody who asks later', async () => {
  const { ask, ends } = world(50);
  void ask();
  await vi.advanceTimersByTimeAsync(60);
  const second = ask();
  await vi.advanceTimersByTimeAsync(0);
  ends[1]?.();
  expect(await second).toBe(2);
});

test('a failure reaches those who waited for it, and nobody else', async () => {
  let fails = true;
  const ask = gathered(50, async () => {
    if (fails) throw new Error('away');
    return 'here';
  });
  await expect(ask()).rejects.toThrow('away');
  fails = false;
  await vi.advanceTimersByTimeAsync(50);
  expect(await ask()).toBe('here');
});
