// The exchange is exact to the last unit: for any amount and prices, nothing is created or lost, and rounding never
// favours the user.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangeLeft, feeRateOf, limitedCoins, payableFrom, quoteExchange, wrongSwap } from './exchange.ts';
import { fromUnits, toUnits } from './amounts.ts';
import { COINS } from '#server/chain/coins.ts';

const UNIT = 10n ** 18n;
const FEE = toUnits('0.003');

/** From one smallest unit to more than anyone has. */
const amount = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 32n));

/** USDT per coin: from a millionth of a SHIB to ten million. */
const price = fc.oneof(fc.bigInt(1n, 10n ** 14n), fc.bigInt(10n ** 12n, 10n ** 25n));

describe('a quote', () => {
  test('is exact, rounded down, and its parts add up to the whole', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const quoted = quoteExchange(a, from, to, FEE);
        if (!quoted) return;
        const { gross, received, fee, rate } = quoted;
        expect(received + fee).toBe(gross);
        expect(fee).toBeGreaterThanOrEqual(0n);
        expect(gross * to).toBeLessThanOrEqual(a * from);
        expect((gross + 1n) * to).toBeGreaterThan(a * from);
        expect(received * to * 1000n).toBeLessThanOrEqual(a * from * 997n);
        expect((received + 1n) * to * 1000n).toBeGreaterThan(a * from * 997n);
        expect(rate * to).toBeLessThanOrEqual(from * UNIT);
        expect((rate + 1n) * to).toBeGreaterThan(from * UNIT);
      }),
    );
  });

  test('does not exist for an amount that would bring nothing or overflow', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const exact = (a * from * 997n) / (to * 1000n);
        const quoted = quoteExchange(a, from, to, FEE);
        expect(quoted === null).toBe(exact === 0n || (a * from) / to >= 10n ** 38n);
      }),
    );
  });

  test('exists up to 38 digits, and only if the fee leaves something', () => {
    const most = 10n ** 38n - 1n;
    expect(quoteExchange(most, UNIT, UNIT, FEE)?.gross).toBe(most);
    expect(quoteExchange(most + 1n, UNIT, UNIT, FEE)).toBeNull();
    expect(quoteExchange(UNIT, UNIT, UNIT, UNIT + 1n), 'a fee of more than everything').toBeNull();
  });

  test('of the largest payable amount takes what is available, and one unit more would not fit', () => {
    fc.assert(
      fc.property(amount, price, price, (available, from, to) => {
        const most = payableFrom(available, from, to) ?? 0n;
        expect(most * from).toBeLessThanOrEqual(available * to);
        expect((most + 1n) * from).toBeGreaterThan(available * to);
      }),
    );
    expect(payableFrom(toUnits('2'), toUnits('0.5'), toUnits('3'))).toBe(toUnits('12'));
    expect(payableFrom(1n, 0n, 1n)).toBeNull();
  });

  test('grows with the amount, and splitting the amount in two never brings more', () => {
    fc.assert(
      fc.property(amount, amount, price, price, (a, b, from, to) => {
        const [whole, one, two] = [a + b, a, b].map((part) => quoteExchange(part, from, to, FEE));
        if (!whole || !one || !two) return;
        expect(one.received + two.received).toBeLessThanOrEqual(whole.received);
      }),
    );
  });

  test('never gains on a round trip at the same prices', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const there = quoteExchange(a, from, to, FEE);
        const back = there && quoteExchange(there.received, to, from, FEE);
        expect((back?.received ?? 0n) < a).toBe(true);
      }),
    );
  });

  test('charges 0.3 % of what is paid out', () => {
    expect(quoteExchange(toUnits('1'), toUnits('90000'), UNIT, FEE)).toEqual({
      gross: toUnits('90000'),
      received: toUnits('89730'),
      fee: toUnits('270'),
      rate: toUnits('90000'),
    });
  });
});

describe('a pair', () => {
  const listed = new Set(COINS.map(({ symbol }) => symbol));
  const wrong = (from: string, to: string) => wrongSwap(from, to, (symbol) => listed.has(symbol));

  test('of any two listed coins can be swapped, ADIT only with USDT', () => {
    expect([wrong('ADIT', 'USDT'), wrong('USDT', 'ADIT')]).toEqual([null, null]);
    for (const from of listed)
      for (const to of listed) {
        if (from === to || [from, to].includes('ADIT')) continue;
        expect([from, to, wrong(from, to)]).toEqual([from, to, null]);
      }
  });

  test('is refused for the same coin, an unknown one, or ADIT with anything but USDT', () => {
    expect(wrong('BTC', 'BTC')).toEqual({ path: 'to', reason: 'the same coin' });
    expect(wrong('DOGE', 'USDT')).toEqual({ path: 'from', reason: 'not a listed coin' });
    expect(wrong('USDT', 'DOGE')).toEqual({ path: 'to', reason: 'not a listed coin' });
    expect(wrong('ADIT', 'BTC')).toEqual({ path: 'to', reason: 'ADIT can be sold only for USDT' });
    expect(wrong('BTC', 'ADIT')).toEqual({ path: 'from', reason: 'ADIT is bought only with USDT' });
    expect(wrong('ADIT', 'ADIT')).toEqual({ path: 'to', reason: 'the same coin' });
  });
});

describe('a fee', () => {
  test('is 0.3 %, or what the feeds of both coins may lag behind, if that is more', () => {
    const rate = (from: string, to: string) => fromUnits(feeRateOf(toUnits(from), toUnits(to)));
    expect(rate('0', '0')).toBe('0.003');
    expect(rate('0', '0.001')).toBe('0.003');
    expect(rate('0.005', '0')).toBe('0.005');
    expect(rate('0.005', '0.001')).toBe('0.006');
    expect(rate('0.005', '0.005')).toBe('0.01');
  });

  /** Shares of a million. */
  const MILLION = 1_000_000n;
  const threshold = fc.bigInt(0n, 20_000n);
  const step = fc.record({
    /** How the market moves before the swap. */
    moves: fc.tuple(fc.bigInt(-200_000n, 200_000n), fc.bigInt(-200_000n, 200_000n)),
    /** Where each feed is within its threshold: -1 (below the market) to 1, in millionths. */
    lags: fc.tuple(fc.bigInt(-MILLION, MILLION), fc.bigInt(-MILLION, MILLION)),
  });

  test('leaves no gain to somebody who knows the market while the feeds are within their thresholds of it', () => {
    const walk = fc.array(step, { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(fc.tuple(threshold, threshold), walk, fc.boolean(), (thresholds, steps, both) => {
        const [first, second] = [thresholds[0], both ? thresholds[1] : 0n];
        const rate = feeRateOf((first * UNIT) / MILLION, (second * UNIT) / MILLION);
        /** Of a coin with a feed, and of another one or of USDT. */
        let market: [bigint, bigint] = [toUnits('90000'), both ? toUnits('3000') : UNIT];
        let holds = { side: 1 as 0 | 1, amount: toUnits('1000') };
        for (const { moves, lags } of steps) {
          const move = (price: bigint, by: bigint) => {
            const moved = (price * (MILLION + by)) / MILLION;
            return moved > UNIT / 1000n && moved < toUnits('10000000') ? moved : price;
          };
          market = [move(market[0], moves[0]), both ? move(market[1], moves[1]) : UNIT];
          // A feed answers anew as soon as the market is further from its last answer than the threshold: the market
          // is within the threshold of the answer, measured from the answer.
          const answer = (price: bigint, limit: bigint, lag: bigint) => {
            const at = MILLION * MILLION + limit * lag;
            return (price * MILLION * MILLION + (at - 1n)) / at;
          };
          const feeds = [answer(market[0], first, lags[0]), answer(market[1], second, lags[1])] as const;
          const other = holds.side === 0 ? 1 : 0;
          const quoted = quoteExchange(holds.amount, feeds[holds.side], feeds[other], rate);
          if (!quoted) return;
          const before = holds.amount * market[holds.side];
          const after = quoted.received * market[other];
          // The feed's answer itself is rounded to a unit.
          expect(after).toBeLessThanOrEqual(before + before / 10n ** 15n);
          holds = { side: other, amount: quoted.received };
        }
      }),
      { numRuns: 400 },
    );
  });

  test('would leave one if it were smaller than the threshold', () => {
    const rate = toUnits('0.003');
    // The feed is 0.5 % behind a market that has risen.
    const quoted = quoteExchange(toUnits('1000'), UNIT, toUnits('100'), rate);
    expect((quoted?.received ?? 0n) * toUnits('100.5')).toBeGreaterThan(toUnits('1000') * UNIT);
  });
});

describe('a limit', () => {
  const NOW = new Date('2026-11-21T12:34:56Z');
  const left = (account: string, total: string) => {
    const room = exchangeLeft(toUnits(account), toUnits(total), NOW);
    return [fromUnits(room.left), room.resetsAt.toISOString()];
  };

  test('is the smaller of an account’s for the day and everybody’s for the hour', () => {
    expect(left('0', '0')).toEqual(['10000', '2026-11-21T16:00:00.000Z']);
    expect(left('9999.5', '0')).toEqual(['0.5', '2026-11-21T16:00:00.000Z']);
    expect(left('0', '49000')).toEqual(['1000', '2026-11-21T13:00:00.000Z']);
    expect(left('10000', '50001')).toEqual(['0', '2026-11-21T16:00:00.000Z']);
    expect(left('1', '50001')).toEqual(['0', '2026-11-21T13:00:00.000Z']);
  });

  test('counts for every coin but USDT', () => {
    expect(limitedCoins('USDT', 'ADIT')).toEqual(['ADIT']);
    expect(limitedCoins('USDT', 'BTC')).toEqual(['BTC']);
    expect(limitedCoins('ETH', 'BTC')).toEqual(['ETH', 'BTC']);
  });
});
