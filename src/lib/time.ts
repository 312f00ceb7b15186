// The server's time. Every reply's Date header gives the offset, so a wrong or changed device clock does not matter.
// The offset is stored, so a page opened without a network has it too; the worker learns it each time it starts.
import { DAY_MS } from '#rules/days.ts';
import { local } from './storage.ts';

const KEY = 'clockOffset';

/** Server clock minus device clock, in milliseconds. */
let offset = Number(local.getItem(KEY)) || 0;
let heard = false;
const listeners = new Set<() => void>();

/** Now on the server's clock, in milliseconds since the epoch. */
export const serverNow = (): number => Date.now() + offset;

/** True once this page or worker has received the server's time; a stored offset may be wrong by now. */
export const isServerTime = (): boolean => heard;

/**
 * Learns the server's time from the reply to a request sent at `sentAt` (device clock). The server's clock showed
 * `serverMs`, cut to `precisionMs`, at some point between then and now. An offset that fits is kept: on a slow network,
 * every reply would otherwise make the clocks on the page jump.
 */
export function learnServerTime(serverMs: number, sentAt = Date.now(), precisionMs = 0): void {
  if (Number.isNaN(serverMs)) return;
  heard = true;
  const [least, most] = [serverMs - Date.now(), serverMs + precisionMs - sentAt];
  if (offset >= least && offset <= most) return;
  // The other way round if the device's clock was set back meanwhile.
  offset = least < most ? Math.round((least + most) / 2) : least;
  local.setItem(KEY, String(offset));
  for (const listener of listeners) listener();
}

/** Called when the offset changes (demo mode's time machine, a corrected clock). */
export function onTimeJump(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A number with at least two digits: "07". */
export const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** A duration as HH:mm:ss; hours may exceed 24. Never negative. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

/** The format of every time of day. */
export const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

/** The format of a point in time where its date and its seconds matter. */
export const EXACT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  ...CLOCK,
  second: '2-digit',
} as const;

/** The time of day by the reader's clock, or by that of another zone: "4:05 PM". */
export const clockOf = (at: string | number, language: string, timeZone?: string): string =>
  dateFormat(language, { ...CLOCK, timeZone }).format(new Date(at));

/** The formats for points in time. Creating one costs more than using it a hundred times. */
function formatsOf(language: string) {
  const moment = { day: 'numeric', month: 'short', ...CLOCK } as const;
  return {
    thisYear: dateFormat(language, moment),
    anyYear: dateFormat(language, { year: 'numeric', ...moment }),
    days: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  };
}

const formats = new Map<string, ReturnType<typeof formatsOf>>();
const isOfClock = ({ type }: Intl.DateTimeFormatPart): boolean =>
  type === 'hour' || type === 'minute' || type === 'dayPeriod';

/** Number of the calendar day in the reader's time zone. */
const dayNumber = (date: Date): number =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

/** The same time with its date replaced by a word, placed where the language puts the date. */
function withDay(parts: readonly Intl.DateTimeFormatPart[], day: string): string {
  const first = parts.findIndex(isOfClock);
  const last = parts.findLastIndex(isOfClock);
  const clock = parts.slice(first, last + 1).map(({ value }) => value);
  const gap = (parts[first === 0 ? last + 1 : first - 1]?.value ?? ' ').replace(/\p{L}/gu, '');
  return (first === 0 ? [...clock, gap, day] : [day, gap, ...clock]).join('');
}

function dayAndTime(at: string | number | Date, language: string, now: number): string {
  const known = formats.get(language) ?? formatsOf(language);
  formats.set(language, known);
  const [date, present] = [new Date(at), new Date(now)];
  const days = dayNumber(date) - dayNumber(present);
  if (Math.abs(days) > 1)
    return (date.getFullYear() === present.getFullYear() ? known.thisYear : known.anyYear).format(date);
  const word = known.days.format(days, 'day');
  return withDay(
    known.thisYear.formatToParts(date),
    word.charAt(0).toLocaleLowerCase(language) + word.slice(1),
  );
}

/**
 * A time within a sentence, in the reader's zone: "today at 4:05 PM" (also yesterday and tomorrow), otherwise "Nov 21 at
 * 4:05 PM", with the year if it is not the current one.
 */
export function timeWithin(at: string | number | Date, language: string, now: number = serverNow()): string {
  const text = dayAndTime(at, language, now);
  return language === 'en' ? text.replace(/, (?=\d+:)/, ' at ') : text;
}

/** The same when it stands alone: "Today, 4:05 PM". */
export function timeText(at: string | number | Date, language: string, now: number = serverNow()): string {
  const text = dayAndTime(at, language, now);
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Each format is created once: for the 24 points of a chart it took 40 ms on a slow phone. Thai uses the Gregorian
 * calendar so that years match the other languages.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const format =
    dateFormats.get(key) ?? new Intl.DateTimeFormat(language, { calendar: 'gregory', ...options });
  dateFormats.set(key, format);
  return format;
}

/** For what is not a point in time, such as a day or a time of day. */
export const dateText = (iso: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(language, options).format(new Date(iso));
