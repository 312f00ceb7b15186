/** How much of an amount a list shows; the rest is truncated. A search for an amount compares what is shown. */

/** Digits worth showing, before and after the point. */
const DIGITS = 7;

/** Decimals that a narrow place has room for: at least two up to millions, none beyond. */
export function fittingDecimals(amount: string, digits = DIGITS): number {
  const whole = amount.replace(/^-|\..*$/g, '').length;
  return whole > DIGITS ? 0 : Math.max(2, digits - whole);
}
