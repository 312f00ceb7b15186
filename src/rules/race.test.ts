// The race's rules: what can be bet and when, and that a round never costs more than was reserved for it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from './amounts.ts';
import { type Rates, commissions, ratesOf } from './team.ts';
import {
  edgeOf,
  lanesOf,
  prizeOf,
  returnToPlayer,
  liability,
  openRound,
  payoutOf,
  raceRoundAt,
  raceTimes,
  readBets,
  totalOf,
} from './race.ts';
import { COINS } from '#server/chain/coins.ts';

const N = 5_849_201;

const { opensAt, bettingEndsAt, drawsAt } = raceTimes(N);

const from = (at: Date, ms: number) => new Date(at.getTime() + ms);

test('the lanes are the first six coins with a moving price', () => {
  expect(lanesOf(COINS)).toEqual([
    { lane: 1, coin: 'BTC' },
    { lane: 2, coin: 'ETH' },
    { lane: 3, coin: 'BNB' },
    { lane: 4, coin: 'SQL' },
    { lane: 5, coin: 'XRP' },
    { lane: 6, coin: 'AOA' },
  ]);
});

test('a coin without a price, the one for betting and the one that never moves have no lane', () => {
  const coins = ['ADIT', 'A', 'USDT', 'B', 'C'].map((symbol) => ({
    symbol,
    price: symbol === 'B' ? null : 1,
  }));
  expect(lanesOf(coins)).toEqual([
    { lane: 1, coin: 'A' },
    { lane: 2, coin: 'C' },
  ]);
});

test('a round lasts five minutes, and its champion pays five times the stake', () => {
  expect([opensAt, bettingEndsAt, drawsAt].map((time) => time.getTime())).toEqual([
    1_754_760_300_000, 1_754_760_570_000, 1_754_760_600_000,
  ]);
  expect([prizeOf(7n), prizeOf(7n, toUnits('0.5')), payoutOf([1n, 7n], 2), payoutOf([1n], 2)]).toEqual([
    35n,
    3n,
    35n,
    0n,
  ]);
  expect(fromUnits(returnToPlayer())).toBe('0.833333333333333333');
});

test('a round accepts bets from its start to one millisecond before its last 30 seconds', () => {
  expect(openRound(opensAt)).toBe(N);
  expect(openRound(from(opensAt, -1))).toBeNull();
  expect(openRound(from(bettingEndsAt, -1))).toBe(N);
  expect(openRound(bettingEndsAt)).toBeNull();
  expect(openRound(drawsAt)).toBe(N + 1);
});

describe('bet amounts', () => {
  test('are parsed lane by lane', () => {
    const bets = [
      { lane: 6, amount: '10000' },
      { lane: 1, amount: '1.000000000000000001' },
    ];
    expect(readBets(bets)).toEqual([toUnits('1.000000000000000001'), 0n, 0n, 0n, 0n, toUnits('10000')]);
    expect(readBets([{ lane: 3, amount: '1' }])?.[2]).toBe(toUnits('1'));
  });
  test.each(['0', '0.999999999999999999', '10000.000000000000000001', '1.0000000000000000001', '-1', ''])(
    '"%s" is refused',
    (amount) => {
      expect(
        readBets([
          { lane: 2, amount: '5' },
          { lane: 3, amount },
        ]),
      ).toBeNull();
    },
  );
});

const units = fc.bigInt(0n, toUnits('10000'));

const stakesOfOne = fc.array(units, { minLength: 6, maxLength: 6 });

const round = fc.array(fc.record({ stakes: stakesOfOne, above: fc.integer({ min: 0, max: 3 }) }), {
  minLength: 1,
  maxLength: 12,
});

const rates: fc.Arbitrary<Rates> = fc.constantFrom(
  ratesOf('race', 3),
  ratesOf('race', 2),
  ratesOf('race', 1),
  [0n, 0n, 0n] as const,
);

const sumOf = (entries: readonly { stakes: bigint[] }[]) =>
  entries.reduce(
    (all, { stakes }) => all.map((sum, lane) => sum + (stakes[lane] ?? 0n)),
    Array<bigint>(6).fill(0n),
  );

/** What a round costs the bank when `champion` wins; negative when the bank gains. */
function costOf(
  entries: readonly { stakes: bigint[]; above: number }[],
  champion: number,
  paid: Rates,
): bigint {
  return entries.reduce((cost, { stakes, above }) => {
    const total = totalOf(stakes);
    const team = totalOf(commissions(total, paid).slice(0, above));
    return cost + payoutOf(stakes, champion) + team - total;
  }, 0n);
}

describe('the liability of a round', () => {
  test('is never less than what any champion costs, with every share rounded separately', () => {
    fc.assert(
      fc.property(round, rates, (entries, paid) => {
        const reserved = liability(sumOf(entries), paid);
        for (let champion = 1; champion <= 6; champion += 1)
          expect(costOf(entries, champion, paid)).toBeLessThanOrEqual(reserved);
      }),
    );
  });
  test('is no more than the worst champion costs, apart from rounding', () => {
    fc.assert(
      fc.property(round, rates, (entries, paid) => {
        const full = entries.map((one) => ({ ...one, above: 3 }));
        const worst = [1, 2, 3, 4, 5, 6].map((champion) => costOf(full, champion, paid));
        const most = worst.reduce((a, b) => (b > a ? b : a), 0n);
        expect(liability(sumOf(entries), paid) - most).toBeLessThanOrEqual(3n * BigInt(entries.length));
      }),
    );
  });
  test('for one stake is four times it plus what the levels above get', () => {
    expect(fromUnits(liability([0n, toUnits('100'), 0n, 0n, 0n, 0n], ratesOf('race')))).toBe('401.8');
    const even = Array<bigint>(6).fill(toUnits('10'));
    expect(liability(even, [0n, 0n, 0n])).toBe(0n);
    // 5 × 10 and 1.8 % of 60, against 60 staked.
    expect(liability(even, ratesOf('race'))).toBe(0n);
  });
});

const at = (text: string): Date => new Date(text);

const years = { min: at('2000-01-01T00:00:00Z'), max: at('2199-12-31T23:59:59.999Z'), noInvalidDate: true };

test('every point in time lies in exactly the race round that it names', () => {
  fc.assert(
    fc.property(fc.date(years), (now) => {
      const { opensAt, drawsAt } = raceTimes(raceRoundAt(now));
      expect(opensAt <= now && now < drawsAt).toBe(true);
    }),
  );
});

test('the returned and the kept share are two decimals that add up to 100', () => {
  expect(edgeOf(toUnits('0.833333333333333333'))).toEqual({ back: '83.33', edge: '16.67' });
  expect(edgeOf(toUnits('0.8333'))).toEqual({ back: '83.33', edge: '16.67' });
  expect(edgeOf(toUnits('1'))).toEqual({ back: '100', edge: '0' });
  expect(edgeOf()).toEqual({ back: '83.33', edge: '16.67' });
});
