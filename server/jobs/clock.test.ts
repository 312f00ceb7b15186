/** The clock of demo mode: what counts as now, what a skip moves, and how other processes come to know it. */
import { beforeEach, expect, test } from 'vitest';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { movableClock, systemClock } from './clock.ts';

removeClusterAtEnd();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The machine may be slow between two looks at the time. */
const SLOW_MS = 20_000;

const shift = (time: Date, ms: number) => new Date(time.getTime() + ms);

test("the machine's clock takes what is near to it on both sides, and nothing else", () => {
  const now = systemClock.wall();
  expect(systemClock.near(now, MINUTE_MS)).toBe(true);
  for (const ms of [-2 * MINUTE_MS, 2 * MINUTE_MS, DAY_MS])
    expect(systemClock.near(shift(now, ms), MINUTE_MS)).toBe(false);
  expect(systemClock.near(new Date(Number.NaN), MINUTE_MS)).toBe(false);
});

onBothDatabases((open) => {
  beforeEach(() => open().kysely.deleteFrom('settings').execute());

  const ahead = (clock: { now(): Date; wall(): Date }) => clock.now().getTime() - clock.wall().getTime();
  const near = (ms: number, wanted: number) => Math.abs(ms - wanted) < SLOW_MS;

  test('skips add up and outlive the process', async () => {
    const clock = await movableClock(open().kysely);
    expect(near(ahead(clock), 0)).toBe(true);
    const before = clock.now();
    expect(near((await clock.advance(86_400)).getTime() - before.getTime(), DAY_MS)).toBe(true);
    await clock.advance(3600);
    expect(near(ahead(clock), DAY_MS + 60 * MINUTE_MS)).toBe(true);
    expect(near(ahead(await movableClock(open().kysely)), DAY_MS + 60 * MINUTE_MS)).toBe(true);
  });

  test('after a skip both the moved time and the time of the machine are near, what lies between is not', async () => {
    const clock = await movableClock(open().kysely);
    await clock.advance(86_400);
    expect(clock.near(clock.now(), MINUTE_MS)).toBe(true);
    expect(clock.near(clock.wall(), MINUTE_MS)).toBe(true);
    expect(clock.near(shift(clock.wall(), DAY_MS / 2), MINUTE_MS)).toBe(false);
    expect(clock.near(shift(clock.now(), DAY_MS), MINUTE_MS)).toBe(false);
  });

  test('another process takes a skip over when it reads again, and none of two at the same time is lost', async () => {
    const [one, other] = [await movableClock(open().kysely), await movableClock(open().kysely)];
    await Promise.all([one.advance(86_400), other.advance(86_400)]);
    await Promise.all([one.refresh(), other.refresh()]);
    expect([near(ahead(one), 2 * DAY_MS), near(ahead(other), 2 * DAY_MS)]).toEqual([true, true]);
  });
});
