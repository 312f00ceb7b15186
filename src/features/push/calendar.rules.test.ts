// The calendar file is valid for every calendar app, and its texts survive a round trip.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFile, escapeText, foldLine, utcText } from './calendar.rules.ts';

const octets = (text: string) => new TextEncoder().encode(text).length;

/** A calendar app's first step: folded lines are joined again. */
const unfold = (text: string) => text.replaceAll('\r\n ', '');
const unescape = (text: string) =>
  text.replaceAll(/\\([\\;,nN])/g, (_, char: string) => (char.toLowerCase() === 'n' ? '\n' : char));

const entry = {
  uid: 'miner-1800000000000@adit.example',
  madeAt: Date.parse('2027-01-14T08:00:00.250Z'),
  startsAt: 1_800_000_000_000,
  language: 'en',
  summary: 'Your miner has finished',
  description: '12 ADIT can be claimed.',
  url: 'https://adit.example/#/pages/mining/index',
};

/** Any text in any script, with the format's special characters more often than by chance. */
const words = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\\', ';', ',', '\n', ' ', ':', 'ก', '鉱', '🛠️'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
  maxLength: 120,
});
/** The text in the form that the file can represent. */
const carried = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '');

test('texts survive a round trip, in lines of at most 75 octets', () => {
  fc.assert(
    fc.property(words, words, (summary, description) => {
      const file = calendarFile({ ...entry, summary, description });
      expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
      const raw = file.slice(0, -2).split('\r\n');
      for (const line of raw) {
        expect(octets(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
      const lines = unfold(file).split('\r\n');
      const value = (name: string) =>
        lines.find((line) => line.startsWith(`${name};LANGUAGE=en:`))?.slice(`${name};LANGUAGE=en:`.length) ??
        '';
      expect(unescape(value('SUMMARY'))).toBe(carried(summary));
      expect(unescape(value('DESCRIPTION'))).toBe(carried(description));
    }),
  );
});

test('folding loses nothing and splits no character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('x', ' ', 'é', 'ก', '鉱', '🛠'), maxLength: 400 }),
      (line) => {
        const folded = foldLine(line);
        expect(unfold(folded)).toBe(line);
        const parts = folded.split('\r\n');
        expect(parts.every((part) => octets(part) <= 75 && part.isWellFormed())).toBe(true);
      },
    ),
  );
  expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
  expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
});

test("escapes the format's special characters", () => {
  expect(escapeText('a\\b;c,d\r\ne')).toBe(String.raw`a\\b\;c\,d\ne`);
});

test('contains one UTC event with an alarm at its start', () => {
  expect(utcText(entry.startsAt)).toBe('20270115T080000Z');
  expect(calendarFile(entry).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Adit//Reminder//EN',
    'BEGIN:VEVENT',
    'UID:miner-1800000000000@adit.example',
    'DTSTAMP:20270114T080000Z',
    'DTSTART:20270115T080000Z',
    'DURATION:PT15M',
    'TRANSP:TRANSPARENT',
    'SUMMARY;LANGUAGE=en:Your miner has finished',
    'DESCRIPTION;LANGUAGE=en:12 ADIT can be claimed.',
    'URL:https://adit.example/#/pages/mining/index',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0S',
    'DESCRIPTION;LANGUAGE=en:Your miner has finished',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});
