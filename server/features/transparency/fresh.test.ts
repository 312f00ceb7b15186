/**
 * Cached readings: at most one at a time, not too often, a stale answer rather than a long wait, and no cached failure.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshly } from './fresh.ts';

function world(ms: number) {
  let now = 0;
  let ahead = 0;
  let made = 0;
  let next: (value: number) => Promise<number> = async (value) => value;
  const read = freshly({ wall: () => new Date(now), now: () => new Date(now + ahead) }, ms, () =>
    next((made += 1)),
  );
  return {
    read,
    pass: (by: number) => (now += by),
    skip: (by: number) => (ahead += by),
    will: (work: typeof next) => (next = work),
    made: () => made,
  };
}

test('one reading serves everybody until it expires', async () => {
  const { read, pass } = world(1000);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  pass(999);
  expect(await read()).toBe(1);
  pass(1);
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
});

test('a slow reading is repeated less often, and the stale answer is returned meanwhile', async () => {
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
  // It took two seconds, so it is valid for a minute.
  pass(59_999);
  expect(await read()).toBe(2);
  expect(made()).toBe(2);
});

test('a failure reaches those who waited, and the next caller retries', async () => {
  const { read, will } = world(1000);
  will(async () => {
    throw new Error('away');
  });
  await expect(read()).rejects.toThrow('away');
  will(async (value) => value);
  expect(await read()).toBe(2);
});

test('after a skip, nobody gets an answer from before it, nor one whose reading had begun', async () => {
  const { read, skip, will } = world(1000);
  expect(await read()).toBe(1);
  skip(3_600_000);
  let end = (): void => undefined;
  will((value) => new Promise((resolve) => (end = () => resolve(value))));
  const before = read();
  skip(1000);
  will(async (value) => value);
  expect(await read()).toBe(3);
  end();
  expect(await before).toBe(2);
  expect(await read()).toBe(3);
});
