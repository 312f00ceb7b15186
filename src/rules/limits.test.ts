// Responsible use: whatever the order of requests, nobody gets a higher limit sooner than 24 hours after asking for it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Limits, NO_LIMITS, askLimit, askPause, limitsAt } from './limits.ts';

const NOON = new Date('2026-11-21T04:00:00Z');

const DAY = 86_400_000;

const at = (ms: number) => new Date(NOON.getTime() + ms);

const limit = (daily: bigint | null): Limits => ({ ...NO_LIMITS, daily });

test('applies a first or lower limit at once, and a higher one or none after exactly 24 hours', () => {
  expect(askLimit(NO_LIMITS, 0n, NOON)).toEqual(limit(0n));
  expect(askLimit(limit(100n), 99n, NOON)).toEqual(limit(99n));
  for (const wanted of [101n, null]) {
    const asked = askLimit(limit(100n), wanted, NOON);
    expect(asked).toEqual({ ...limit(100n), pending: wanted, pendingAt: at(DAY) });
    expect(limitsAt(asked, at(DAY - 1)).daily).toBe(100n);
    expect(limitsAt(asked, at(DAY))).toEqual(limit(wanted));
  }
});

test('lowering the limit or asking for the current one cancels a raise, and another raise starts over', () => {
  const asked = askLimit(limit(100n), 500n, NOON);
  expect(askLimit(asked, 100n, at(1))).toEqual(limit(100n));
  expect(askLimit(asked, 400n, at(1000))).toEqual({
    ...limit(100n),
    pending: 400n,
    pendingAt: at(DAY + 1000),
  });
  // A raise that has taken effect is what the next request is compared with.
  expect(askLimit(asked, 400n, at(DAY))).toEqual(limit(400n));
});

type Step = { readonly wait: number } & (
  | { readonly ask: bigint | null; readonly pause?: never }
  | { readonly pause: number; readonly ask?: never }
);

test('over any history, a raise takes effect 24 hours after the request, and pauses only get longer', () => {
  const wait = fc.oneof(fc.nat(3_600_000), fc.integer({ min: DAY - 2, max: DAY + 2 }), fc.nat(3 * DAY));
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ wait, ask: fc.option(fc.bigInt({ min: 0n, max: 20n }), { freq: 5 }) }),
    fc.record({ wait, pause: fc.constantFrom(1, 7, 30) }),
  );
  const room = (daily: bigint | null) => daily ?? 1000n;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let limits = NO_LIMITS;
      let now = NOON;
      const asked: { at: number; room: bigint }[] = [];
      for (const one of steps) {
        const before = limitsAt(limits, now);
        now = new Date(now.getTime() + one.wait);
        const mature = asked.filter((past) => past.at <= now.getTime() - DAY).map((past) => past.room);
        const standing = limitsAt(limits, now);
        // A raise that took effect was requested a day ago; waiting never loses one.
        if (room(standing.daily) > room(before.daily)) expect(mature).toContain(room(standing.daily));
        expect(room(standing.daily)).toBeGreaterThanOrEqual(room(before.daily));
        const paused = limits.pausedUntil?.getTime() ?? 0;
        if (one.pause === undefined) {
          limits = askLimit(limits, one.ask, now);
          asked.push({ at: now.getTime(), room: room(one.ask) });
          const first = standing.daily === null;
          const lower = room(one.ask) <= room(standing.daily);
          expect(limitsAt(limits, now).daily).toBe(first || lower ? one.ask : standing.daily);
        } else limits = askPause(limits, one.pause, now);
        expect(limits.pausedUntil?.getTime() ?? 0).toBeGreaterThanOrEqual(paused);
        if (one.pause !== undefined)
          expect(limits.pausedUntil?.getTime()).toBeGreaterThanOrEqual(now.getTime() + one.pause * DAY);
      }
    }),
  );
});
