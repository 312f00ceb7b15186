// Time as the server has it: every reply's Date header teaches the offset, so that a wrong or moved clock does not matter.
// It is kept, so that a page which is opened without a network has it too; the worker learns it anew.
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

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Near times relative ("3 hours ago"), beyond a week absolute with the year. */
export function timeText(iso: string, language: string, nowMs: number = serverNow()): string {
  const at = Date.parse(iso);
  const away = at - nowMs;
  if (Math.abs(away) >= 7 * 86_400_000) return dateText(iso, language);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, ms] of UNITS) {
    if (Math.abs(away) >= ms) return relative.format(Math.trunc(away / ms), unit);
  }
  return relative.format(0, 'minute');
}

/** Date and time, in the reader's zone; the Thai calendar stays Gregorian so that years match the other languages. */
export const dateText = (iso: string, language: string, options?: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    ...(options ?? { dateStyle: 'medium', timeStyle: 'short' }),
  }).format(new Date(iso));

/** "Nov 21, 4:05 PM" in the reader's zone; with the year where it is another one than `now`'s (milliseconds). */
export function momentText(at: string | number | Date, language: string, now: number = serverNow()): string {
  const date = new Date(at);
  const far = date.getFullYear() !== new Date(now).getFullYear();
  return dateText(date.toISOString(), language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...(far && { year: 'numeric' }),
  });
}
