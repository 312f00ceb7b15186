/** Prices: which answers of a feed are refused, doubted or accepted, for every possible answer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNIT, toUnits } from '#rules/amounts.ts';
import { feeRateOf, quoteExchange } from '#rules/exchange.ts';
import { COINS } from '#server/chain/coins.ts';
import {
  type Feed,
  PERSIST_MS,
  type Quote,
  type Round,
  fresh,
  lagOf,
  readRound,
  usable,
  weigh,
} from './prices.rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const seconds = (time: Date) => BigInt(Math.floor(time.getTime() / 1000));
const BOUNDS = { low: toUnits('1'), high: toUnits('100000') };
const HEARTBEAT = 600;

const round = (change: Partial<Round> = {}): Round => ({
  roundId: 7n,
  answer: 3000n * 10n ** 8n,
  updatedAt: seconds(NOW),
  answeredInRound: 7n,
  decimals: 8,
  ...change,
});

describe('a round', () => {
  test('is a price in units, whatever the decimals of its feed', () => {
    for (const decimals of [0, 6, 8, 18, 24])
      expect(readRound(round({ decimals, answer: 3000n * 10n ** BigInt(decimals) }), BOUNDS, NOW)).toEqual({
        price: toUnits('3000'),
        at: NOW,
      });
    // Rounded down, like everything else.
    expect(readRound(round({ decimals: 19, answer: 15n * 10n ** 18n + 9n }), BOUNDS, NOW)).toMatchObject({
      price: toUnits('1.5'),
    });
  });

  test.each<[string, Partial<Round>]>([
    ['zero', { answer: 0n }],
    ['negative', { answer: -1n }],
    ['absurdly high', { answer: 10n ** 30n }],
    ['absurdly low', { answer: 1n }],
    ['carried over from an earlier round', { answeredInRound: 6n }],
    ['not complete', { updatedAt: 0n }],
    ['without a round', { roundId: 0n, answeredInRound: 0n }],
    ['from the future', { updatedAt: seconds(NOW) + 31n }],
    ['from the far future', { updatedAt: 2n ** 255n }],
  ])('is refused with a reason when it is %s', (_, change) => {
    expect(readRound(round(change), BOUNDS, NOW)).toMatch(/^the (round|answer) is /);
  });

  test('is accepted at its bounds, and refused one unit beyond', () => {
    const at = (answer: bigint) => typeof readRound(round({ answer, decimals: 18 }), BOUNDS, NOW);
    expect([at(BOUNDS.low), at(BOUNDS.high)]).toEqual(['object', 'object']);
    expect([at(BOUNDS.low - 1n), at(BOUNDS.high + 1n)]).toEqual(['string', 'string']);
  });

  test('counts as current if the chain is seconds ahead: a price is never from the future', () => {
    expect(readRound(round({ updatedAt: seconds(NOW) + 30n }), BOUNDS, NOW)).toMatchObject({ at: NOW });
  });
});

const quote = (price: bigint, at = NOW): Quote => ({ price, at });
const use = (feed: Feed, now = NOW) => usable(feed, HEARTBEAT, now)?.price ?? null;

describe('a feed', () => {
  test('has no price before it was first read', () => {
    expect(usable(undefined, HEARTBEAT, NOW)).toBeNull();
    expect(use({})).toBeNull();
  });

  test('keeps its last answer until its heartbeat has passed', () => {
    const feed = weigh({}, quote(100n), NOW);
    expect(use(feed, after(HEARTBEAT * 1000))).toBe(100n);
    expect(use(feed, after(HEARTBEAT * 1000 + 1))).toBeNull();
  });

  test('has no price, not even its last one, while its answers are invalid', () => {
    const good = weigh({}, quote(100n), NOW);
    const bad = weigh(good, 'the answer is zero or below', NOW);
    expect(use(bad)).toBeNull();
    expect(use(weigh(bad, quote(101n), NOW))).toBe(101n);
  });

  test('has no price after a jump until it returns or the jump has persisted', () => {
    const start = weigh({}, quote(100n), NOW);
    expect(use(weigh(start, quote(150n), NOW))).toBe(150n);
    expect(use(weigh(start, quote(67n), NOW))).toBe(67n);
    for (const far of [151n, 66n]) {
      const jumped = weigh(start, quote(far), NOW);
      expect(use(jumped)).toBeNull();
      expect(use(weigh(jumped, quote(100n), after(1)))).toBe(100n);
      const waiting = weigh(jumped, quote(far), after(PERSIST_MS - 1));
      expect(use(waiting)).toBeNull();
      expect(use(weigh(waiting, quote(far), after(PERSIST_MS)))).toBe(far);
    }
  });

  test('that keeps jumping is waited for from its last jump on', () => {
    let feed = weigh(weigh({}, quote(100n), NOW), quote(1000n), NOW);
    feed = weigh(feed, quote(10n), after(PERSIST_MS - 1));
    feed = weigh(feed, quote(10n), after(PERSIST_MS));
    expect(use(feed, after(PERSIST_MS))).toBeNull();
  });

  test('only ever has a price that was answered, is within bounds and not stale, and is no jump from the one before', () => {
    const answers = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 700_000 }),
        age: fc.integer({ min: -60, max: 900 }),
        answer: fc.oneof(fc.bigInt(-5n, 5n), fc.bigInt(90n, 400n), fc.bigInt(1n, 10n ** 7n)),
        carried: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(answers, (all) => {
        let feed: Feed = {};
        let [now, last, lastAt] = [NOW, 0n, NOW];
        for (const { wait, age, answer, carried } of all) {
          now = new Date(now.getTime() + wait);
          const given = round({
            answer,
            decimals: 0,
            updatedAt: seconds(now) - BigInt(age),
            answeredInRound: carried ? 6n : 7n,
          });
          feed = weigh(feed, readRound(given, BOUNDS, now), now);
          const used = usable(feed, HEARTBEAT, now);
          if (!used) continue;
          expect(used.price).toBe(answer * 10n ** 18n);
          expect(used.price >= BOUNDS.low && used.price <= BOUNDS.high && !carried).toBe(true);
          expect(now.getTime() - used.at.getTime()).toBeLessThanOrEqual(HEARTBEAT * 1000);
          const jumped = last > 0n && (used.price * 2n > last * 3n || last * 2n > used.price * 3n);
          if (jumped) expect(now.getTime() - lastAt.getTime()).toBeGreaterThanOrEqual(PERSIST_MS);
          [last, lastAt] = [used.price, now];
        }
      }),
    );
  });
});

describe('what an answer may lag behind', () => {
  test.each([
    ['90000', 8, '0.005'],
    ['0.002', 8, '0.005'],
    ['0.0000088', 8, '0.0062'],
    ['0.00000201', 8, '0.01'],
    ['0.0000088', 18, '0.005'],
  ])('is the threshold and the last decimal place of %s with %i decimals: %s', (price, decimals, lag) => {
    expect(lagOf('0.005', toUnits(price), decimals)).toBe(toUnits(lag));
  });

  test('is covered by the fee: with any market that the feed would answer the same for, no swap gains 0.001 %', () => {
    const share = 10n ** 6n;
    fc.assert(
      fc.property(
        fc.bigInt(60n, 10n ** 8n),
        fc.constantFrom('0.001', '0.005', '0.02'),
        fc.bigInt(0n, share),
        (answer, threshold, at) => {
          const price = answer * 10n ** 10n;
          const off = toUnits(threshold);
          const [least, most] = [price - (price * off) / UNIT, ((price + 10n ** 10n) * (UNIT + off)) / UNIT];
          const market = least + ((most - least) * at) / share;
          const paid = toUnits('1000');
          const feeRate = feeRateOf(lagOf(threshold, price, 8), 0n);
          const bought = quoteExchange(paid, UNIT, price, feeRate)?.received ?? 0n;
          const sold = quoteExchange((paid * UNIT) / market, price, UNIT, feeRate)?.received ?? 0n;
          const limit = paid + paid / 100_000n;
          return (bought * market) / UNIT <= limit && sold <= limit;
        },
      ),
    );
  });
});

test('has finite bounds, wide apart, around its price, for every feed of the list', () => {
  for (const { symbol, price } of COINS) {
    if (!price || 'fixed' in price) continue;
    const [low, at, high] = [price.low, price.devnet, price.high].map(toUnits) as [bigint, bigint, bigint];
    expect([symbol, low > 0n, at > low * 10n, high > at * 50n]).toEqual([symbol, true, true, true]);
    expect(price.heartbeatSeconds).toBeGreaterThanOrEqual(60);
  }
});

test('has a price until its heartbeat and not a moment longer', () => {
  const at = new Date(1_700_000_000_000);
  const quote = { price: 5n, at };
  expect(fresh(quote, 60, new Date(at.getTime() + 60_000))).toBe(quote);
  expect(fresh(quote, 60, new Date(at.getTime() + 60_001))).toBeNull();
  expect(fresh({ price: 0n, at }, 60, at)).toBeNull();
  expect(fresh({ price: -1n, at }, 60, at)).toBeNull();
  expect(fresh(undefined, 60, at)).toBeNull();
});
