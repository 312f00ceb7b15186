// Names and times of rounds, to the millisecond.
import { expect, test } from 'vitest';
import { raceTimes } from '#rules/race.ts';
import { isLotteryRound, lotteryClose } from '#rules/lottery.ts';
import { drawTimeOf, lotteryId, raceId, readRound, roundOf } from './rounds.ts';

test('opens a race round on the 300 s grid, takes bets for 270 s and draws it at 300 s', () => {
  const { opensAt, bettingEndsAt, drawsAt } = raceTimes(5_849_201);
  expect(opensAt).toEqual(new Date(5_849_201 * 300_000));
  expect(bettingEndsAt.getTime() - opensAt.getTime()).toBe(270_000);
  expect(drawsAt).toEqual(raceTimes(5_849_202).opensAt);
  expect(drawTimeOf('race:5849201')).toEqual(drawsAt);
});

test('parses ids back as they were written', () => {
  expect(roundOf(raceId(5_849_201))).toEqual({ game: 'race', round: 5_849_201 });
  expect(roundOf(lotteryId('2026-11-21'))).toEqual({ game: 'lottery', round: '2026-11-21' });
});

test('accepts an id, a bare race number or a date as a round', () => {
  const said: [string, string | null][] = [
    ['race:5849201', 'race:5849201'],
    ['5849201', 'race:5849201'],
    [' #5849201 ', 'race:5849201'],
    ['Race: 5849201', 'race:5849201'],
    ['2026-11-21', 'lottery:2026-11-21'],
    ['LOTTERY:2026-11-21', 'lottery:2026-11-21'],
    ['007', 'race:7'],
    ['５９８６３２９', 'race:5986329'],
    ['２０２６－１１－２１', 'lottery:2026-11-21'],
    ...['', 'race', 'x', '2026-02-30', '-5', '1.5', '12345678901', '1e5', 'chess:1'].map(
      (text): [string, null] => [text, null],
    ),
  ];
  for (const [text, id] of said) expect(readRound(text), text).toBe(id);
});

test('refuses anything that is not a round', () => {
  const wrong = [
    '',
    'race',
    'race:',
    'race:-1',
    'race:01',
    'race:1.5',
    'race:1e3',
    'race: 1',
    'race:12345678901',
  ];
  const dates = [
    '2026-13-01',
    '2026-02-29',
    '2026-11-31',
    '26-11-21',
    '2026-11-21T00:00',
    ' 2026-11-21',
    '2026-11-21 ',
  ];
  for (const id of [...wrong, ...dates.map(lotteryId), '2026-11-21', '5849201', 'RACE:1', 'lottery'])
    expect(() => drawTimeOf(id), id).toThrow(RangeError);
  for (const date of dates) expect(isLotteryRound(date), date).toBe(false);
  expect(() => lotteryClose('2026-02-30')).toThrow(RangeError);
});
