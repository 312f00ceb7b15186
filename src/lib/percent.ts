// Shares as percentages. Amounts have their own file, which is part of the first screen.

const percents = new Map<string, Intl.NumberFormat>();

/** A share (0..1) as a percentage, with at most two decimals by default. Creating a format takes a slow phone 2 ms. */
export function percentText(share: number, language: string, decimals = 2): string {
  const key = language + decimals;
  const format =
    percents.get(key) ??
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: decimals });
  percents.set(key, format);
  return format.format(share);
}

/** Less than any share that counts or times can have; products of floats may be short of the exact value by this. */
const TINY = 1e-9;

/** Percent of the way, rounded down: 100 only at the end. */
export const percentDone = (share: number, decimals = 0): number =>
  Math.floor(Math.min(1, Math.max(0, share)) * 100 * 10 ** decimals + TINY) / 10 ** decimals;

/** The same as text; "<1%" until the first step is done. */
export function progressText(share: number, language: string, decimals = 0): string {
  const done = percentDone(share, decimals);
  return done === 0 && share > 0
    ? `<${percentText(0.01 / 10 ** decimals, language, decimals)}`
    : percentText(done / 100, language, decimals);
}
