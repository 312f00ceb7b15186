// Names and times of rounds, to the millisecond.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawTimeOf,
  isLotteryRound,
  lotteryClose,
  lotteryId,
  lotteryRoundAt,
  lotteryStep,
  raceId,
  raceRoundAt,
  raceTimes,
  readRound,
  roundOf,
} from './rounds.ts';

const at = (text: string): Date => new Date(text);
const years = { min: at('2000-01-01T00:00:00Z'), max: at('2199-12-31T23:59:59.999Z'), noInvalidDate: true };

test('a race round opens on the grid, takes bets for 270 s and is drawn at 300 s', () => {
  const { opensAt, bettingEndsAt, drawsAt } = raceTimes(5_849_201);
  expect(opensAt).toEqual(new Date(5_849_201 * 300_000));
  expect(bettingEndsAt.getTime() - opensAt.getTime()).toBe(270_000);
  expect(drawsAt).toEqual(raceTimes(5_849_202).opensAt);
  expect(drawTimeOf('race:5849201')).toEqual(drawsAt);
});

test('every moment lies in exactly the race round that it names', () => {
  fc.assert(
    fc.property(fc.date(years), (now) => {
      const { opensAt, drawsAt } = raceTimes(raceRoundAt(now));
      expect(opensAt <= now && now < drawsAt).toBe(true);
    }),
  );
});

test('the lottery closes at 20:00 in Singapore', () => {
  expect(lotteryClose('2026-11-21').toISOString()).toBe('2026-11-21T12:00:00.000Z');
  const told = (date: Date) =>
    date.toLocaleString('sv-SE', { timeZone: 'Asia/Singapore', dateStyle: 'short', timeStyle: 'medium' });
  for (const round of ['2026-01-01', '2026-06-30', '2028-02-29', '2099-12-31'])
    expect(told(lotteryClose(round))).toBe(`${round} 20:00:00`);
});

test('at the close itself a guess belongs to the next round', () => {
  expect(lotteryRoundAt(at('2026-11-21T11:59:59.999Z'))).toBe('2026-11-21');
  expect(lotteryRoundAt(at('2026-11-21T12:00:00Z'))).toBe('2026-11-22');
  expect(lotteryRoundAt(at('2026-12-31T12:00:00Z'))).toBe('2027-01-01');
});

test('every moment lies in exactly the lottery round that it names', () => {
  fc.assert(
    fc.property(fc.date(years), (now) => {
      const round = lotteryRoundAt(now);
      const opened = lotteryClose(lotteryStep(round, -1));
      expect(opened <= now && now < lotteryClose(round)).toBe(true);
    }),
  );
});

test('steps follow the calendar', () => {
  expect(lotteryStep('2028-02-28', 1)).toBe('2028-02-29');
  expect(lotteryStep('2027-02-28', 1)).toBe('2027-03-01');
  expect(lotteryStep('2027-01-01', -1)).toBe('2026-12-31');
});

test('ids are read back as they were written', () => {
  expect(roundOf(raceId(5_849_201))).toEqual({ game: 'race', round: 5_849_201 });
  expect(roundOf(lotteryId('2026-11-21'))).toEqual({ game: 'lottery', round: '2026-11-21' });
});

test('a round is read from an id, a bare race number or a date', () => {
  const said: [string, string | null][] = [
    ['race:5849201', 'race:5849201'],
    ['5849201', 'race:5849201'],
    [' #5849201 ', 'race:5849201'],
    ['Race: 5849201', 'race:5849201'],
    ['2026-11-21', 'lottery:2026-11-21'],
    ['LOTTERY:2026-11-21', 'lottery:2026-11-21'],
    ['007', 'race:7'],
    ...['', 'race', 'x', '2026-02-30', '-5', '1.5', '12345678901', '1e5', 'chess:1'].map(
      (text): [string, null] => [text, null],
    ),
  ];
  for (const [text, id] of said) expect(readRound(text), text).toBe(id);
});

test('what is no round is refused', () => {
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
