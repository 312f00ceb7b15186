// The end of a cycle as a calendar file with an alarm (RFC 5545), for devices where nothing else can remind. A single
// event is a simple template: the `ics` package would include a validation library.

interface CalendarEntry {
  /** Globally unique; importing the same entry again replaces the previous one. */
  uid: string;
  /** When it was created, and when it starts, in milliseconds since the epoch. */
  madeAt: number;
  startsAt: number;
  /** Language of the texts, BCP 47. */
  language: string;
  summary: string;
  description: string;
  url: string;
}

/** RFC 5545, 3.1: maximum octets per line, without the line break. */
const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/** RFC 5545, 3.3.11. Control characters are not allowed in texts. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/[^\P{Cc}\t\n]/gu, '');

/** RFC 5545, 3.1: a longer line continues on the next one after a space. No character is split. */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** RFC 5545, 3.3.5, form 2: UTC. */
export const utcText = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** The file's content: one event with an alarm at its start. */
export function calendarFile(entry: CalendarEntry): string {
  const { uid, madeAt, startsAt, language, summary, description, url } = entry;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Adit//Reminder//EN',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utcText(madeAt)}`,
    `DTSTART:${utcText(startsAt)}`,
    'DURATION:PT15M',
    'TRANSP:TRANSPARENT',
    `SUMMARY;LANGUAGE=${language}:${escapeText(summary)}`,
    `DESCRIPTION;LANGUAGE=${language}:${escapeText(description)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0S',
    `DESCRIPTION;LANGUAGE=${language}:${escapeText(summary)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
