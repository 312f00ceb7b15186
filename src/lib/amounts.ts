// Formats amounts for people to read. Amounts stay decimal strings throughout; they never become floats.
import { decimalsOf } from '#rules/decimals.ts';
import { maskAddress } from '#rules/addresses.ts';
import { fittingDecimals as fitting } from '#rules/shown-amounts.ts';
import { areAmountsHidden, HIDDEN } from './hide-amounts.ts';

/**
 * Decimals shown by default; the rest is truncated, never rounded up. An amount of which nothing would be left is shown
 * as less than the last decimal: "<0.000001".
 */
export const SHOWN_DECIMALS = 6;

/** Decimals that a narrow place has room for; here for components, which know no rules. */
export const fittingDecimals = (amount: string, digits?: number): number => fitting(amount, digits);

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const isNothing = (text: string): boolean => !/[1-9]/.test(text);

interface AmountFormat {
  /** Maximum number of decimals; Infinity shows all. */
  max?: number;
  /** Minimum number of decimals, for columns that line up. */
  min?: number;
  /** '+' before gains, for histories. */
  sign?: boolean;
}

export interface Marks {
  /** Separator between groups of three digits. */
  group: string;
  /** Separator before the decimals. */
  decimal: string;
}

/** The separators that the language uses in its own numbers. */
export const marksOf = (language: string): Marks =>
  language === 'vi' ? { group: '.', decimal: ',' } : { group: ',', decimal: '.' };

/**
 * Except for what is too small to be shown, the same output as Intl.NumberFormat in all our languages
 * (amounts.test.ts); first use of that blocks a slow phone for 100 ms.
 */
function formatted(
  amount: string,
  language: string,
  { max = SHOWN_DECIMALS, min = 0, sign = false }: AmountFormat,
): string {
  const { group, decimal } = marksOf(language);
  const most = Math.max(min, max);
  const [whole = '', decimals = ''] = amount.replace('-', '').split('.');
  const shown = decimals.slice(0, most).replace(/0+$/, '').padEnd(min, '0');
  const digits =
    whole.replace(/^0+\B/, '').replace(/\B(?=(\d{3})+$)/g, group) + (shown === '' ? '' : decimal + shown);
  const isZero = isNothing(amount);
  const mark = sign && isZero ? '' : amount.startsWith('-') ? '-' : sign ? '+' : '';
  return (
    mark +
    (isZero || !isNothing(digits) ? digits : `<${most > 0 ? `0${decimal}` : ''}${'1'.padStart(most, '0')}`)
  );
}

/**
 * "1234.5" in the reader's notation: "1,234.5". Anything that is not a decimal string is shown unchanged. Never hidden
 * (see hide-amounts.ts).
 */
export const openText = (amount: string, language: string, options: AmountFormat = {}): string =>
  isDecimal(amount) ? formatted(amount, language, options) : amount;

/** The same for a personal amount, which can be hidden. */
export const amountText = (amount: string, language: string, options: AmountFormat = {}): string =>
  areAmountsHidden() ? HIDDEN : openText(amount, language, options);

/** A count in the reader's notation. */
export const countText = (count: number, language: string): string => openText(String(count), language);

/** How many of the shown decimals an amount has. */
export const shownDecimals = (amount: string, max = SHOWN_DECIMALS): number =>
  Math.min(max, decimalsOf(amount));

/** "0x1234…abcd" */
export const shortAddress = (address: string): string =>
  address.length > 12 ? maskAddress(address) : address;
