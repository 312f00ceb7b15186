/** Quiet hours end at the first local time outside them, even on days when the clocks change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTimeZone, quietEnd } from './quiet.ts';

const MINUTE_MS = 60_000;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Asia/Singapore',
  'Australia/Lord_Howe',
];
/** The clocks change around these dates in 2026: in Berlin, New York and on Lord Howe Island (by half an hour). */
const CHANGES = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04'];

/** A reference model that reads a wall clock minute by minute. */
const wall = (zone: string) => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
  return (at: number): string => clock.format(at);
};
const within = (time: string, { from, to }: { from: string; to: string }): boolean =>
  from < to ? from <= time && time < to : from > to && (time >= from || time < to);
const timeArb = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const quietArb = fc.record({ from: timeArb, to: timeArb });
const end = (at: string, from: string, to: string, zone: string): string =>
  quietEnd(new Date(at), { from, to }, zone).toISOString();

describe('quiet hours', () => {
  test('end at the first minute outside them on a wall clock', () => {
    const nearChange = fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -86_400_000, max: 172_800_000 }))
      .map(([day, shift]) => Date.parse(day) + shift);
    const anyTime = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') });
    fc.assert(
      fc.property(fc.oneof(nearChange, anyTime), quietArb, fc.constantFrom(...ZONES), (at, quiet, zone) => {
        const shown = wall(zone);
        let expected = at;
        while (within(shown(expected), quiet)) expected = (Math.floor(expected / MINUTE_MS) + 1) * MINUTE_MS;
        expect(quietEnd(new Date(at), quiet, zone).getTime()).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('are over at their end, and asking again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        quietArb,
        fc.constantFrom(...ZONES),
        (at, quiet, zone) => {
          const once = quietEnd(at, quiet, zone);
          expect(once.getTime()).toBeGreaterThanOrEqual(at.getTime());
          expect(within(wall(zone)(once.getTime()), quiet)).toBe(false);
          expect(quietEnd(once, quiet, zone)).toBe(once);
        },
      ),
    );
  });

  test.each([
    ['not yet quiet', '2026-11-21T13:59:59.999Z', '2026-11-21T13:59:59.999Z'],
    ['their first moment', '2026-11-21T14:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    [
      'after midnight, with the seconds that have passed',
      '2026-11-21T18:30:12.345Z',
      '2026-11-21T23:00:00.000Z',
    ],
    ['their end', '2026-11-21T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ])('22:00 to 07:00 in Singapore: %s', (_, at, expected) => {
    expect(end(at, '22:00', '07:00', 'Asia/Singapore')).toBe(expected);
  });

  test.each([
    [
      'a night that is an hour shorter',
      '2026-03-28T22:00:00.000Z',
      '22:00',
      '07:00',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'a night that is an hour longer',
      '2026-10-24T22:00:00.000Z',
      '22:00',
      '07:00',
      '2026-10-25T06:00:00.000Z',
    ],
    [
      'a skipped end: ends with the change',
      '2026-03-29T00:10:00.000Z',
      '01:00',
      '02:30',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'an end that occurs twice: ends the first time',
      '2026-10-24T23:10:00.000Z',
      '01:00',
      '02:30',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'and is quiet again the second time',
      '2026-10-25T01:10:00.000Z',
      '01:00',
      '02:30',
      '2026-10-25T01:30:00.000Z',
    ],
  ])('Berlin, %s', (_, at, from, to, expected) => {
    expect(end(at, from, to, 'Europe/Berlin')).toBe(expected);
  });

  test('handle Kathmandu, whose offset is not a whole number of hours', () => {
    expect(end('2026-11-21T17:00:00.000Z', '22:45', '06:00', 'Asia/Kathmandu')).toBe(
      '2026-11-22T00:15:00.000Z',
    );
  });

  test('of one afternoon begin with their first moment', () => {
    const until = (at: string) => end(`2026-11-21T${at}Z`, '13:00', '14:00', 'Asia/Singapore').slice(11);
    expect(['04:59:59.999', '05:00:00.000', '06:00:00.000'].map(until)).toEqual([
      '04:59:59.999Z',
      '06:00:00.000Z',
      '06:00:00.000Z',
    ]);
  });

  test('are never in effect when both times are equal', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), timeArb, (at, time) => {
        expect(quietEnd(at, { from: time, to: time }, 'Asia/Singapore')).toBe(at);
      }),
    );
  });

  test('recognise time zones by name', () => {
    for (const zone of ZONES) expect(isTimeZone(zone)).toBe(true);
    for (const name of ['', 'Moon/Base', 'Europe/Berlin; drop']) expect(isTimeZone(name)).toBe(false);
    expect(() => quietEnd(new Date(0), { from: '00:00', to: '01:00' }, 'Moon/Base')).toThrow(RangeError);
  });
});
