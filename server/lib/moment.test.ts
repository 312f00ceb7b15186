/** Times as operators type them: days and times are Singapore's unless they name a zone. */
import { expect, test } from 'vitest';
import { readMoment } from './moment.ts';

test.each([
  ['2026-12-01', '2026-11-30T16:00:00.000Z'],
  ['2026-12-01T20:00', '2026-12-01T12:00:00.000Z'],
  ['2026-12-01 20:00', '2026-12-01T12:00:00.000Z'],
  [' 2026-12-01T12:00z ', '2026-12-01T12:00:00.000Z'],
  ['2026-12-01T12:00:30.5+02:00', '2026-12-01T10:00:30.500Z'],
  ['2028-02-29', '2028-02-28T16:00:00.000Z'],
])('%s is %s', (typed, moment) => expect(readMoment(typed).toISOString()).toBe(moment));

test.each([
  '',
  'tomorrow',
  '2026-02-29',
  '2026-06-31',
  '2026-13-01',
  '2026-12-01T25:00',
  '01.12.2026',
  '2026-12-1',
  '1e3',
  '2026-12-01T12:00+99:00',
])('%j is no time', (typed) => expect(() => readMoment(typed)).toThrow(/^not a time: [^\n]*$/));
