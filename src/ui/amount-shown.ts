// How much of an amount a narrow place shows: the larger it is, the less its small digits matter, and what is not nothing is
// never shown as nothing. Its own page or sheet has all digits.
import { amountText } from '#lib/amounts.ts';

/** Digits that are worth showing, before and after the point. */
const DIGITS = 7;

/** Decimals of an amount: two at least up to millions, none beyond. */
export function decimalsOf(amount: string, digits = DIGITS): number {
  const whole = amount.replace(/^-|\..*$/g, '').length;
  return whole > DIGITS ? 0 : Math.max(2, digits - whole);
}

const isNothing = (text: string): boolean => !/[1-9]/.test(text);

interface Shown {
  max?: number;
  /** '+' before gains. */
  sign?: boolean;
}

/** "12.5"; "<0.000001" for what is less than the last decimal that is shown. */
export function shownText(amount: string, language: string, shown: Shown = {}): string {
  const { max = decimalsOf(amount), sign = false } = shown;
  const text = amountText(amount, language, { max, sign });
  if (!isNothing(text) || isNothing(amount)) return text;
  const least = amountText(`0.${'1'.padStart(max, '0')}`, language, { max });
  return `${amount.startsWith('-') ? '-' : sign ? '+' : ''}<${least}`;
}
