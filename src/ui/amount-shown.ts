// How much of an amount a narrow place shows: the larger it is, the less its small digits matter. Its own page or sheet
// shows all digits.
import { amountText, fittingDecimals, openText } from '#lib/amounts.ts';

interface Shown {
  max?: number;
  /** '+' before gains. */
  sign?: boolean;
}

/** "12.5"; "<0.000001" for less than the last decimal shown. Never hidden. */
export const openShown = (amount: string, language: string, shown: Shown = {}): string =>
  openText(amount, language, { max: fittingDecimals(amount), ...shown });

/** An amount's value in another coin; "<0.01" already says that it is not exact. */
export const approximately = (shown: string): string => (shown.startsWith('<') ? shown : `≈ ${shown}`);

/** The same for a personal amount. */
export const shownText = (amount: string, language: string, shown: Shown = {}): string =>
  amountText(amount, language, { max: fittingDecimals(amount), ...shown });
