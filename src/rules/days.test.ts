// Singapore days: each point in time lies in exactly one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayBegin, dayStart, hourStart, lastDays, nextDay } from './days.ts';

const DAY_MS = 86_400_000;

describe('a day', () => {
  test.each([
    ['2026-11-21T15:59:59.999Z', '2026-11-20T16:00:00.000Z'],
    ['2026-11-21T16:00:00.000Z', '2026-11-21T16:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2026-12-31T16:00:00.000Z'],
    ['2028-02-29T15:00:00.000Z', '2028-02-28T16:00:00.000Z'],
  ])('%s began in Singapore at %s', (now, start) => {
    expect(dayStart(new Date(now)).toISOString()).toBe(start);
  });

  test('contains every time from one midnight in Singapore to the next, 24 hours later', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Singapore', timeStyle: 'medium' });
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(time, (now) => {
        const [start, end] = [dayStart(now), nextDay(now)];
        expect(start <= now && now < end).toBe(true);
        expect(end.getTime() - start.getTime()).toBe(DAY_MS);
        expect(clock.format(start)).toBe('00:00:00');
      }),
    );
  });
});

describe('Singapore days', () => {
  test.each([
    ['2026-12-31T15:59:59.999Z', '2026-12-31'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
    ['2028-02-28T16:00:00.000Z', '2028-02-29'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29'],
  ])('place %s on %s', (time, day) => expect(lastDays(new Date(time), 1)).toEqual([day]));

  test('follow each other 24 h apart, and each contains its own start', () => {
    const days = lastDays(new Date('2027-01-15T20:00:00Z'), 30);
    expect([days[0], days[29]]).toEqual(['2026-12-18', '2027-01-16']);
    for (const [i, day] of days.entries()) {
      expect(lastDays(dayBegin(day), 1)).toEqual([day]);
      if (i > 0) expect(dayBegin(day).getTime() - dayBegin(days[i - 1] ?? '').getTime()).toBe(86_400_000);
    }
  });
});

test('an hour begins at its first millisecond', () => {
  const begin = new Date('2026-11-21T12:00:00.000Z');
  for (const at of ['2026-11-21T12:00:00.000Z', '2026-11-21T12:34:56.789Z', '2026-11-21T12:59:59.999Z'])
    expect(hourStart(new Date(at))).toEqual(begin);
});
