// The race's times and figures.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { raceTimes } from '#rules/race.ts';
import { raceDistances, raceRanking } from '#draws/race.ts';
import { firstRaceAt, isFresh, nextAsk, phaseAt, photoOf, profitOf, standing } from './race.rules.ts';

const ROUND = 5_849_201;
const times = raceTimes(ROUND);
const race = { bettingEndsAt: times.bettingEndsAt.toISOString(), drawsAt: times.drawsAt.toISOString() };
const closes = times.bettingEndsAt.getTime();
const draws = times.drawsAt.getTime();

describe('the phase of a race', () => {
  test('is open for betting until the millisecond before its end', () => {
    expect(phaseAt(race, closes - 1)).toEqual({ kind: 'open', until: closes });
    expect(phaseAt(race, closes)).toEqual({ kind: 'closed', until: draws });
    expect(phaseAt(race, draws - 1).kind).toBe('closed');
    expect(phaseAt(race, draws)).toEqual({ kind: 'over', until: null });
  });

  test('is refetched right after its draw, soon if that has passed, and rarely otherwise', () => {
    const at = (now: number, state: 'drawing' | 'settled' = 'settled') =>
      nextAsk(
        {
          drawsAt: race.drawsAt,
          previous: { round: ROUND - 1, state, champion: null, ranking: null, stake: '0', payout: '0' },
        },
        now,
      );
    expect(at(draws - 200_000)).toBe(30_000);
    expect(at(draws - 200_000, 'drawing')).toBe(2000);
    expect(at(draws - 500)).toBe(550);
    expect(at(draws + 3_600_000)).toBe(1000);
    expect(nextAsk(undefined, draws)).toBeGreaterThan(0);
  });

  test('before any race has run, a bet is pending for the first one, even while betting is closed', () => {
    const [nobody, others] = [
      { ...race, totalStake: '0', myBets: [] },
      { ...race, totalStake: '7', myBets: [] },
    ];
    const mine = { ...others, myBets: [{ lane: 1, amount: '7' }] };
    expect([closes - 1, closes, draws].map((now) => firstRaceAt(nobody, now))).toEqual(
      Array(3).fill('unbet'),
    );
    expect([closes - 1, closes, draws].map((now) => firstRaceAt(others, now))).toEqual([
      'coming',
      'coming',
      'drawing',
    ]);
    expect([closes - 1, closes, draws].map((now) => firstRaceAt(mine, now))).toEqual([
      'entered',
      'entered',
      'drawing',
    ]);
  });

  test('a result is new for a minute', () => {
    expect(isFresh(ROUND, draws + 59_999)).toBe(true);
    expect(isFresh(ROUND, draws + 60_000)).toBe(false);
  });
});

describe('figures', () => {
  test('profit is exact and signed', () => {
    expect(profitOf({ payout: '50', stake: '30.000000000000000001' })).toBe('19.999999999999999999');
    expect(profitOf({ payout: '0', stake: '20' })).toBe('-20');
  });

  const finishing = (places: ReadonlyMap<number, number>) =>
    [...places.entries()].toSorted((a, b) => b[1] - a[1]).map(([lane]) => lane);

  test('a race ends in the order of its ranking even without its animation', () => {
    const places = standing([4, 1, 6, 3, 2, 5]);
    expect(finishing(places)).toEqual([4, 1, 6, 3, 2, 5]);
    expect(places.get(4)).toBe(1);
  });

  test('the photo finish of any draw shows its ranking, with gaps that can be seen', () => {
    const hash = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
    fc.assert(
      fc.property(hash, (drawn) => {
        const ranking = raceRanking(drawn);
        const places = photoOf(raceDistances(drawn, ranking));
        expect(finishing(places)).toEqual(ranking);
        const [first, ...rest] = ranking.map((lane) => places.get(lane) ?? Number.NaN);
        expect(first).toBe(1);
        expect(Math.min(...rest)).toBeCloseTo(0.3);
        // A hundredth of the track is more than two pixels on a phone.
        for (const [at, place] of rest.entries())
          expect(([first, ...rest][at] ?? 0) - place).toBeGreaterThan(0.01);
      }),
    );
  });
});
