/**
 * Quiet hours: no reminder is sent between two local times of day; one that falls due in between is sent when they end.
 */

import { DAY_MS } from './days.ts';

/**
 * Local times of day, HH:MM: quiet from `from` until just before `to`, across midnight if `from` is later, never if
 * they are equal.
 */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const SECOND_MS = 1000;

/** Milliseconds since midnight. */
const timeOfDay = (text: string): number => Date.parse(`1970-01-01T${text}Z`);

/** Whether Intl knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** How far local clocks are ahead of UTC at a point in time, in ms; both are epoch milliseconds. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const local = Date.UTC(
      ...([part('year'), part('month') - 1, part('day')] as const),
      ...([part('hour'), part('minute'), part('second')] as const),
    );
    return local - Math.floor(at / SECOND_MS) * SECOND_MS;
  };
}

/** The first millisecond after `from`, up to `to`, at which the UTC offset differs from that at `from`. */
function changeOfClocks(offset: (at: number) => number, from: number, to: number): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle) === offset(from)) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * The first time from `at` on that is not quiet by local clocks: `at` itself if it is not. If a clock change skips
 * `to`, quiet hours end with the change; an hour that occurs twice is checked both times.
 * @throws RangeError for a time zone that Intl does not know (`isTimeZone`)
 */
export function quietEnd(at: Date, quiet: QuietHours, timeZone: string): Date {
  const [from, to] = [timeOfDay(quiet.from), timeOfDay(quiet.to)];
  const offset = offsetsOf(timeZone);
  const endFrom = (moment: number): number => {
    const local = (((moment + offset(moment)) % DAY_MS) + DAY_MS) % DAY_MS;
    const isQuiet = from <= to ? local >= from && local < to : local >= from || local < to;
    if (!isQuiet) return moment;
    const end = moment + ((to - local + DAY_MS) % DAY_MS);
    return offset(end) === offset(moment) ? end : endFrom(changeOfClocks(offset, moment, end));
  };
  const end = endFrom(at.getTime());
  return end === at.getTime() ? at : new Date(end);
}
