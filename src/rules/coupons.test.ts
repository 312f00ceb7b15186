// The coupon rules: every spelling of a code is the same code, the state follows from its facts, and nobody gets more
// tries than allowed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf, countedSince, couponState, secondsToWait, triesAllowed } from './coupons.ts';
import { NOON } from '#tests/support/ledger.ts';

const HOUR = 3_600_000;

const at = (ms: number) => new Date(NOON.getTime() + ms);

const code = fc.stringMatching(/^[A-Z0-9-]{1,20}$/);

describe('a code', () => {
  test('is accepted in any case and with surrounding spaces', () => {
    const blank = fc.stringMatching(/^[ \t\n]{0,4}$/);
    fc.assert(
      fc.property(code, blank, blank, fc.infiniteStream(fc.boolean()), (plain, before, behind, small) => {
        const typed = [...plain]
          .map((letter) => (small.next().value ? letter.toLowerCase() : letter))
          .join('');
        expect(codeOf(before + typed + behind)).toBe(plain);
      }),
    );
  });

  test('is nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        if (!/^[a-z0-9-]{1,20}$/i.test(text.trim())) expect(codeOf(text)).toBeNull();
      }),
    );
    // The Kelvin sign and the long s become K and S when their case changes.
    for (const bad of ['', ' ', 'A B', 'A_B', 'A'.repeat(21), '\u212aITE', 'GIFT\u017f', 'Ａ１'])
      expect([bad, codeOf(bad)]).toEqual([bad, null]);
  });
});

test('a code has 20 characters at most', () => {
  expect([codeOf('A'.repeat(20)), codeOf('A'.repeat(21))]).toEqual(['A'.repeat(20), null]);
});

test('closed comes before expired, expired before used up, and without a limit a coupon is never used up', () => {
  const open = { uses_limit: null, used: 5, expires_at: null, closed_at: null };
  const states = [
    open,
    { ...open, uses_limit: 6, expires_at: at(1) },
    { ...open, uses_limit: 5 },
    { ...open, uses_limit: 5, expires_at: at(0) },
    { ...open, uses_limit: 5, expires_at: at(0), closed_at: at(-1) },
  ].map((coupon) => couponState(coupon, NOON));
  expect(states).toEqual(['open', 'open', 'used up', 'expired', 'closed']);
});

test('a coupon is open until it is closed, expired or used up', () => {
  const facts = fc.record({
    uses_limit: fc.option(fc.integer({ min: 1, max: 5 })),
    used: fc.nat(5),
    expires_at: fc.option(fc.integer({ min: -2, max: 2 }).map(at)),
    closed_at: fc.option(fc.constant(at(-1))),
  });
  fc.assert(
    fc.property(facts, (coupon) => {
      const state = couponState(coupon, NOON);
      const over = coupon.expires_at !== null && coupon.expires_at.getTime() <= NOON.getTime();
      const full = coupon.uses_limit !== null && coupon.used >= coupon.uses_limit;
      expect(state === 'open').toBe(coupon.closed_at === null && !over && !full);
      if (coupon.closed_at) expect(state).toBe('closed');
      else if (over) expect(state).toBe('expired');
    }),
  );
});

test('only an unverified account in a network full of wrong codes has fewer tries, and never none', () => {
  const allowed = [false, true].flatMap((crowded) =>
    [false, true].map((verified) => triesAllowed({ crowded, verified })),
  );
  expect(allowed).toEqual([10, 10, 2, 10]);
});

describe('the wait after wrong codes', () => {
  test('counts those of the last hour, and is a second at least', () => {
    expect(countedSince(NOON)).toEqual(at(-HOUR));
    expect([-HOUR, 1 - HOUR, -HOUR / 2, 0].map((ms) => secondsToWait([at(ms)], 1, NOON))).toEqual([
      0, 1, 1800, 3600,
    ]);
  });

  const tries = fc.array(fc.integer({ min: -2 * HOUR, max: 0 }).map(at), { maxLength: 60 });
  const within = (list: readonly Date[], now: Date) =>
    list.filter((one) => one.getTime() > now.getTime() - HOUR && one <= now).length;

  test('applies to those with too many wrong tries within the hour, and to nobody else', () => {
    fc.assert(
      fc.property(tries, fc.integer({ min: 1, max: 12 }), (list, limit) => {
        expect(secondsToWait(list, limit, NOON) > 0).toBe(within(list, NOON) >= limit);
      }),
    );
  });

  test('ends when announced, or at most a second earlier', () => {
    fc.assert(
      fc.property(tries, fc.integer({ min: 1, max: 12 }), (list, limit) => {
        const seconds = secondsToWait(list, limit, NOON);
        fc.pre(seconds > 0);
        expect(seconds).toBeLessThanOrEqual(3600);
        expect(secondsToWait(list, limit, at(seconds * 1000))).toBe(0);
        if (seconds > 1) expect(secondsToWait(list, limit, at((seconds - 1) * 1000))).toBeGreaterThan(0);
      }),
    );
  });

  test('never allows more wrong tries within an hour than the limit if it is always observed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(HOUR / 4), { maxLength: 80 }), (pauses) => {
        const done: Date[] = [];
        let now = NOON.getTime();
        for (const pause of pauses) {
          now += pause;
          if (secondsToWait(done, 10, new Date(now)) === 0) done.push(new Date(now));
          expect(within(done, new Date(now))).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});
