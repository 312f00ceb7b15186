// Time as the server has it: every reply's Date header teaches the offset, so that a wrong or moved clock does not matter.
// It is kept, so that a page which is opened without a network has it too; the worker learns it anew.
import { DAY_MS } from '#rules/days.ts';
import { local } from './storage.ts';

const KEY = 'clockOffset';

/** Server minus machine, in milliseconds. */
let offset = Number(local.getItem(KEY)) || 0;
let heard = false;
const listeners = new Set<() => void>();

/** Now on the server's clock, in milliseconds since the epoch. */
export const serverNow = (): number => Date.now() + offset;

/** True once the server has told its time to this page or worker itself: what was kept from before may be wrong by now. */
export const isServerTime = (): boolean => heard;

/**
 * Takes the server's time from a reply. `exact` is for bodies (`serverTime`, milliseconds); a Date header is only exact to
 * a second, so a difference below 1.5 s is not worth a jump of every clock on the page.
 */
export function learnServerTime(serverMs: number, exact = false): void {
  const next = serverMs - Date.now();
  if (Number.isNaN(next)) return;
  heard = true;
  if (Math.abs(next - offset) < (exact ? 150 : 1500)) return;
  offset = next;
  local.setItem(KEY, String(Math.round(next)));
  for (const listener of listeners) listener();
}

/** Tells when the offset has changed (the time machine of demo mode, a clock set right). */
export function onTimeJump(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const two = (n: number) => String(n).padStart(2, '0');

/** HH:mm:ss of a duration; hours may pass 24. Never negative. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The one way in which moments are told. A formatter costs more than a hundred uses of it, so each is made once a language. */
function formatsOf(language: string) {
  const moment = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
  const dated = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { calendar: 'gregory', ...options });
  return {
    thisYear: dated(moment),
    anyYear: dated({ year: 'numeric', ...moment }),
    days: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  };
}

const formats = new Map<string, ReturnType<typeof formatsOf>>();
const isOfClock = ({ type }: Intl.DateTimeFormatPart): boolean =>
  type === 'hour' || type === 'minute' || type === 'dayPeriod';

/** Days of the reader's zone, counted. */
const dayNumber = (date: Date): number =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

/** The same moment with a word in the place of its date, where the language puts that. */
function withDay(parts: readonly Intl.DateTimeFormatPart[], day: string): string {
  const first = parts.findIndex(isOfClock);
  const last = parts.findLastIndex(isOfClock);
  const clock = parts.slice(first, last + 1).map(({ value }) => value);
  const gap = (parts[first === 0 ? last + 1 : first - 1]?.value ?? ' ').replace(/\p{L}/gu, '');
  return (first === 0 ? [...clock, gap, day] : [day, gap, ...clock]).join('');
}

/**
 * A moment within a sentence, in the reader's zone: "today, 4:05 PM", yesterday and tomorrow alike, else "Nov 21, 4:05 PM", with the
 * year where it is another one.
 */
export function timeWithin(at: string | number | Date, language: string, now: number = serverNow()): string {
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

/** The same where it stands alone: "Today, 4:05 PM". */
export function timeText(at: string | number | Date, language: string, now: number = serverNow()): string {
  const text = timeWithin(at, language, now);
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** What is no moment, such as a day or a time of day; the Thai calendar stays Gregorian so that years match the other languages. */
export const dateText = (iso: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { calendar: 'gregory', ...options }).format(new Date(iso));
