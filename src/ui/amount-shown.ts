// How much of an amount a narrow place shows: the larger it is, the less its small digits matter, and a non-zero amount
// is never shown as zero. Its own page or sheet shows all digits.
import { fittingDecimals, openText } from '#lib/amounts.ts';
import { areAmountsHidden, HIDDEN } from '#lib/hide-amounts.ts';

const isNothing = (text: string): boolean => !/[1-9]/.test(text);

interface Shown {
  max?: number;
  /** '+' before gains. */
  sign?: boolean;
}

/** "12.5"; "<0.000001" for less than the last decimal shown. Never hidden. */
export function openShown(amount: string, language: string, shown: Shown = {}): string {
  const { max = fittingDecimals(amount), sign = false } = shown;
  const text = openText(amount, language, { max, sign });
  if (!isNothing(text) || isNothing(amount)) return text;
  const least = openText(`0.${'1'.padStart(max, '0')}`, language, { max });
  return `${amount.startsWith('-') ? '-' : sign ? '+' : ''}<${least}`;
}

/** An amount's value in another coin; "<0.01" already says that it is not exact. */
export const approximately = (shown: string): string => (shown.startsWith('<') ? shown : `≈ ${shown}`);

/** The same for a personal amount. */
export const shownText = (amount: string, language: string, shown: Shown = {}): string =>
  areAmountsHidden() ? HIDDEN : openShown(amount, language, shown);
