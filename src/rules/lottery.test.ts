// The lottery's rules: when its rounds close, and that a pool neither loses nor gains anything, whoever wins.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from './days.ts';
import { MOST_GUESSES } from './figures.ts';
import {
  LOTTERY_ODDS,
  mostPaidPool,
  guessPrice,
  guessesUntil,
  isLotteryRound,
  issueOf,
  issuedPartOf,
  lotteryAfter,
  lotteryClose,
  lotteryRoundAt,
  outcomeOf,
  potOf,
} from './lottery.ts';

const COIN = 10n ** 18n;

const amount = fc.bigInt(0n, 10n ** 30n);

test('shares and rollover add up to the pool exactly, and no share could be one unit higher', () => {
  fc.assert(
    fc.property(amount, amount, fc.nat(1_000_000), fc.nat(10_000), (carried, paid, miners, winners) => {
      const pot = potOf({ carried, paid, issued: issueOf(miners) });
      const { share, rolled } = outcomeOf(pot, winners);
      expect(share * BigInt(winners) + rolled).toBe(carried + paid + 2n * COIN * BigInt(miners));
      expect(share >= 0n && rolled >= 0n).toBe(true);
      if (winners > 0) expect(rolled < BigInt(winners)).toBe(true);
      else expect(rolled).toBe(pot);
    }),
  );
});

test('over any number of days, what is left in the end is what came in minus what was won', () => {
  const day = fc.record({ issued: amount, paid: amount, winners: fc.nat(50) });
  fc.assert(
    fc.property(amount, fc.array(day), (start, days) => {
      let [carried, won, came] = [start, 0n, start];
      for (const { issued, paid, winners } of days) {
        const { share, rolled } = outcomeOf(potOf({ carried, issued, paid }), winners);
        [carried, won, came] = [rolled, won + share * BigInt(winners), came + issued + paid];
      }
      expect(carried + won).toBe(came);
    }),
  );
});

test('what is produced is a part of each prize, and over any number of rounds never more than was issued', () => {
  const one = fc.record({
    ...{ issued: amount, paid: amount, isVoid: fc.boolean() },
    /** Winning guesses of each winner. */
    winners: fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 20 }),
  });
  fc.assert(
    fc.property(amount, fc.array(one), (start, rounds) => {
      let [carried, carriedIssued, issuedSoFar, produced] = [start, 0n, 0n, 0n];
      for (const { issued, paid, isVoid, winners } of rounds) {
        const pool = { carried, carriedIssued, issued, paid: isVoid ? 0n : paid };
        const won = isVoid ? [] : winners;
        const outcome = outcomeOf(
          potOf(pool),
          won.reduce((a, b) => a + b, 0),
        );
        for (const prize of [...won.map((n) => outcome.share * BigInt(n)), outcome.rolled]) {
          const part = issuedPartOf(prize, pool);
          expect(part >= 0n && part <= prize).toBe(true);
        }
        for (const n of won) produced += issuedPartOf(outcome.share * BigInt(n), pool);
        [carried, carriedIssued] = [outcome.rolled, issuedPartOf(outcome.rolled, pool)];
        issuedSoFar += issued;
        expect(produced + carriedIssued).toBeLessThanOrEqual(issuedSoFar);
        // Without a winner nothing is lost to rounding.
        if (won.length === 0) expect(carriedIssued).toBe(pool.carriedIssued + issued);
      }
    }),
  );
});

test('of a prize the issued part of its pool was produced, rounded down', () => {
  const pool = { carried: 30n, carriedIssued: 10n, issued: 15n, paid: 5n };
  expect([0n, 1n, 2n, 7n, 49n, 50n].map((part) => issuedPartOf(part, pool))).toEqual([
    0n,
    0n,
    1n,
    3n,
    24n,
    25n,
  ]);
  expect(issuedPartOf(50n, { carried: 0n, carriedIssued: 0n, issued: 0n, paid: 50n })).toBe(0n);
  expect(issuedPartOf(50n, { carried: 0n, carriedIssued: 0n, issued: 50n, paid: 0n })).toBe(50n);
  expect(issuedPartOf(0n, { carried: 0n, carriedIssued: 0n, issued: 0n, paid: 0n })).toBe(0n);
});

test('whoever covers all numbers never gets more out of the pool than he paid, whatever was in it and whoever else plays', () => {
  const most = fc.bigInt(0n, 4000n * COIN);
  fc.assert(
    fc.property(most, fc.nat(3000), (start, others) => {
      let [pool, cost, covered] = [start, 0n, 0];
      // Others buy first; each account of the coverer makes its free guess and then as many as it may.
      for (let n = 0; n < others && pool + guessPrice(1) <= mostPaidPool(); n += 1) pool += guessPrice(1);
      for (let n = 0; covered < LOTTERY_ODDS; n += 1) {
        const price = guessPrice(n % MOST_GUESSES);
        if (price > 0n && pool + price > mostPaidPool()) break;
        [pool, cost, covered] = [pool + price, cost + price, covered + 1];
      }
      // Free guesses alone cover all numbers only by a thousand accounts.
      if (covered === LOTTERY_ODDS) expect(outcomeOf(pool, 1).share).toBeLessThanOrEqual(cost);
    }),
  );
});

const at = (text: string): Date => new Date(text);

const years = { min: at('2000-01-01T00:00:00Z'), max: at('2199-12-31T23:59:59.999Z'), noInvalidDate: true };

test('the lottery closes at 20:00 in Singapore', () => {
  expect(lotteryClose('2026-11-21').toISOString()).toBe('2026-11-21T12:00:00.000Z');
  const shown = (date: Date) =>
    date.toLocaleString('sv-SE', { timeZone: 'Asia/Singapore', dateStyle: 'short', timeStyle: 'medium' });
  for (const round of ['2026-01-01', '2026-06-30', '2028-02-29', '2099-12-31'])
    expect(shown(lotteryClose(round))).toBe(`${round} 20:00:00`);
});

test('guesses are accepted until 30 seconds before the close', () => {
  expect(guessesUntil('2026-11-21').toISOString()).toBe('2026-11-21T11:59:30.000Z');
});

test('a round is named by a date of the calendar and by nothing else', () => {
  expect(['2026-11-21', '2028-02-29'].map(isLotteryRound)).toEqual([true, true]);
  for (const text of [
    '2027-02-29',
    '2026-13-01',
    '0000-12-31',
    '2026-11-21T',
    'x2026-11-21',
    '02026-11-21',
    '21.11.2026',
    '',
  ]) {
    expect([text, isLotteryRound(text)]).toEqual([text, false]);
    expect(() => lotteryClose(text)).toThrow(new RangeError(`not a lottery round: ${text}`));
  }
});

test('the first guess of a round is free, and paid ones bring its pool to 1,800 ADIT at most', () => {
  expect([0, 1, 9].map((made) => guessPrice(made))).toEqual([0n, 2n * COIN, 2n * COIN]);
  expect(mostPaidPool()).toBe(1800n * COIN);
});

test('a guess made exactly at the close belongs to the next round', () => {
  expect(lotteryRoundAt(at('2026-11-21T11:59:59.999Z'))).toBe('2026-11-21');
  expect(lotteryRoundAt(at('2026-11-21T12:00:00Z'))).toBe('2026-11-22');
  expect(lotteryRoundAt(at('2026-12-31T12:00:00Z'))).toBe('2027-01-01');
});

test('every point in time lies in exactly the lottery round that it names', () => {
  fc.assert(
    fc.property(fc.date(years), (now) => {
      const round = lotteryRoundAt(now);
      const left = lotteryClose(round).getTime() - now.getTime();
      expect(left > 0 && left <= DAY_MS).toBe(true);
    }),
  );
});

test('the next round follows the calendar', () => {
  expect(lotteryAfter('2028-02-28')).toBe('2028-02-29');
  expect(lotteryAfter('2027-02-28')).toBe('2027-03-01');
  expect(lotteryAfter('2026-12-31')).toBe('2027-01-01');
});
