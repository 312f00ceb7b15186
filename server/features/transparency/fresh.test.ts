/** Shared readings: at most one at a time, not too often, an old answer rather than a long wait, and no failure cached. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshly } from './fresh.ts';

function world(ms: number) {
  let now = 0;
  let made = 0;
  let next: (value: number) => Promise<number> = async (value) => value;
  const read = freshly({ wall: () => new Date(now) }, ms, () => next((made += 1)));
  return {
    read,
    pass: (by: number) => (now += by),
    will: (work: typeof next) => (next = work),
    made: () => made,
  };
}

test('one reading serves everybody for its time', async () => {
  const { read, pass } = world(1000);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  pass(999);
  expect(await read()).toBe(1);
  pass(1);
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
});

test('a slow reading is repeated less often, and meanwhile the old answer is returned', async () => {
  const { read, pass, will, made } = world(1000);
  expect(await read()).toBe(1);
  pass(1000);
  let end = (): void => undefined;
  will(
    (value) =>
      new Promise((resolve) => {
        end = () => resolve(value);
      }),
  );
  expect(await read()).toBe(1);
  pass(2000);
  end();
  await sleep(0);
  expect(await read()).toBe(2);
  // It took two seconds, so that it is good for a minute.
  pass(59_999);
  expect(await read()).toBe(2);
  expect(made()).toBe(2);
});

test('a failure reaches those who waited, and the next caller tries again', async () => {
  const { read, will } = world(1000);
  will(async () => {
    throw new Error('away');
  });
  await expect(read()).rejects.toThrow('away');
  will(async (value) => value);
  expect(await read()).toBe(2);
});
