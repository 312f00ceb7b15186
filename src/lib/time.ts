// Time as the server has it: every reply's Date header teaches the offset, so that a wrong or moved clock does not matter.

/** Server minus machine, in milliseconds. */
let offset = 0;
const listeners = new Set<() => void>();

/** Now on the server's clock, in milliseconds since the epoch. */
export const serverNow = (): number => Date.now() + offset;

/**
 * Takes the server's time from a reply. `exact` is for bodies (`serverTime`, milliseconds); a Date header is only exact to
 * a second, so a difference below 1.5 s is not worth a jump of every clock on the page.
 */
export function learnServerTime(serverMs: number, exact = false): void {
  const next = serverMs - Date.now();
  if (Number.isNaN(next) || Math.abs(next - offset) < (exact ? 150 : 1500)) return;
  offset = next;
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
