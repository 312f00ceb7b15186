// How many steps run concurrently, and what happens to those that wait.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Crowded, slots } from './slots.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function crowd(most: number, patienceMs: number, many: number) {
  const inSlot = slots(most, patienceMs);
  const order: number[] = [];
  const ends: (() => void)[] = [];
  let peak = 0;
  let running = 0;
  const outcomes = Array.from({ length: many }, (_, n) =>
    inSlot(async () => {
      order.push(n);
      running += 1;
      peak = Math.max(peak, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    }).catch((error: unknown) => error),
  );
  return { order, ends, outcomes, most: () => peak };
}

test('never more run at once, and those that wait run in their order', async () => {
  const { order, ends, outcomes, most } = crowd(4, 1000, 20);
  for (let n = 0; n < 20; n += 1) {
    await vi.advanceTimersByTimeAsync(0);
    ends[n]?.();
  }
  expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 20 }, () => undefined));
  expect([order, most()]).toEqual([Array.from({ length: 20 }, (_, n) => n), 4]);
});

test('who has waited long enough is refused, and the slots are not lost', async () => {
  const { order, ends, outcomes } = crowd(2, 1000, 3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcomes[2]).toBeInstanceOf(Crowded);
  for (const end of ends) end();
  await Promise.all(outcomes);
  expect(order).toEqual([0, 1]);
});

test('a failed step frees its slot', async () => {
  const inSlot = slots(1, 1000);
  await expect(inSlot(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await inSlot(async () => 'run')).toBe('run');
});
