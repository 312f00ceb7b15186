/** Demo mode's clock: what counts as now, what a skip moves, and how other processes learn of it. */
import { beforeEach, expect, test, vi } from 'vitest';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { databaseClock, movableClock, systemClock } from './clock.ts';

removeClusterAtEnd();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Tolerance for a slow machine between two reads of the time. */
const SLOW_MS = 20_000;

const shift = (time: Date, ms: number) => new Date(time.getTime() + ms);

test("the machine's clock accepts times near it in both directions, and no others", () => {
  const now = systemClock.wall();
  expect(systemClock.near(now, MINUTE_MS)).toBe(true);
  for (const ms of [-2 * MINUTE_MS, 2 * MINUTE_MS, DAY_MS])
    expect(systemClock.near(shift(now, ms), MINUTE_MS)).toBe(false);
  expect(systemClock.near(new Date(Number.NaN), MINUTE_MS)).toBe(false);
});

onPostgres((open) => {
  beforeEach(() => open().kysely.deleteFrom('settings').execute());

  const ahead = (clock: { now(): Date; wall(): Date }) => clock.now().getTime() - clock.wall().getTime();
  const near = (ms: number, wanted: number) => Math.abs(ms - wanted) < SLOW_MS;

  test('skips add up and survive the process', async () => {
    const clock = await movableClock(open().kysely);
    expect(near(ahead(clock), 0)).toBe(true);
    const before = clock.now();
    expect(near((await clock.advance(86_400)).getTime() - before.getTime(), DAY_MS)).toBe(true);
    await clock.advance(3600);
    expect(near(ahead(clock), DAY_MS + 60 * MINUTE_MS)).toBe(true);
    expect(near(ahead(await movableClock(open().kysely)), DAY_MS + 60 * MINUTE_MS)).toBe(true);
  });

  test("after a skip, both the moved time and the machine's time are near, but not the times between them", async () => {
    const clock = await movableClock(open().kysely);
    await clock.advance(86_400);
    expect(clock.near(clock.now(), MINUTE_MS)).toBe(true);
    expect(clock.near(clock.wall(), MINUTE_MS)).toBe(true);
    expect(clock.near(shift(clock.wall(), DAY_MS / 2), MINUTE_MS)).toBe(false);
    expect(clock.near(shift(clock.now(), DAY_MS), MINUTE_MS)).toBe(false);
  });

  test("a server's clock goes on whatever the clock of its machine is set to", async () => {
    const clock = await databaseClock(open().kysely);
    const real = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (const ms of [DAY_MS, -DAY_MS]) {
        vi.setSystemTime(real + ms);
        expect(near(clock.now().getTime(), real)).toBe(true);
        expect([clock.near(new Date(), MINUTE_MS), clock.near(new Date(real), MINUTE_MS)]).toEqual([
          false,
          true,
        ]);
      }
    } finally {
      vi.useRealTimers();
      clock.stop();
    }
  });

  test('another process applies a skip at its next read, and of two simultaneous skips none is lost', async () => {
    const [one, other] = [await movableClock(open().kysely), await movableClock(open().kysely)];
    await Promise.all([one.advance(86_400), other.advance(86_400)]);
    await Promise.all([one.refresh(), other.refresh()]);
    expect([near(ahead(one), 2 * DAY_MS), near(ahead(other), 2 * DAY_MS)]).toEqual([true, true]);
  });
});
