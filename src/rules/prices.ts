/** Price history: the ranges of charts, the moments that they show, and price changes over them. */
import { HOUR_MS } from './days.ts';

/**
 * How many hours a chart goes back, and how many hours lie between two of its points. The longest range determines how
 * long prices are kept.
 */
export const RANGES = {
  '24h': { hours: 24, step: 1 },
  '7d': { hours: 168, step: 4 },
  '30d': { hours: 720, step: 12 },
  '90d': { hours: 2160, step: 36 },
} as const;

export type Range = keyof typeof RANGES;

export const rangeNames = Object.keys(RANGES) as Range[];

/** The moments of a range, oldest first. The last is the newest whole step; the first lies one range before it. */
export function momentsOf(range: Range, now: Date): Date[] {
  const { hours, step } = RANGES[range];
  const length = step * HOUR_MS;
  const last = Math.floor(now.getTime() / length) * length;
  const count = hours / step;
  return Array.from({ length: count + 1 }, (_, place) => new Date(last - (count - place) * length));
}

/** No chart shows prices from before this: its first point may be up to two steps older than its range. */
export function oldestShown(now: Date): Date {
  const { hours, step } = RANGES['90d'];
  return new Date(now.getTime() - (hours + 2 * step) * HOUR_MS);
}

/** Decimals of a change: hundredths of a percent. */
const PLACES = 4n;

/** The share by which a price (units) has changed, as a decimal string; rounded towards zero; "-0" never appears. */
export function changeOf(before: bigint, now: bigint): string {
  const scale = 10n ** PLACES;
  const share = ((now - before) * scale) / before;
  const size = share < 0n ? -share : share;
  const text = `${size / scale}.${String(size % scale).padStart(Number(PLACES), '0')}`;
  return share < 0n ? `-${text}` : text;
}
