// Formats amounts for people to read. Amounts stay decimal strings throughout; they never become floats.
import { decimalsOf } from '#rules/decimals.ts';
import { maskAddress } from '#rules/addresses.ts';
import { fittingDecimals as fitting } from '#rules/shown-amounts.ts';
import { areAmountsHidden, HIDDEN } from './hide-amounts.ts';

/** Decimals shown by default; the rest is truncated, never rounded up. */
export const SHOWN_DECIMALS = 6;

/** Decimals that a narrow place has room for: for components, which know no rules. */
export const fittingDecimals = (amount: string, digits?: number): number => fitting(amount, digits);

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

interface AmountFormat {
  /** Maximum number of decimals. */
  max?: number;
  /** Minimum number of decimals, for columns that line up. */
  min?: number;
  /** '+' before gains, for histories. */
  sign?: boolean;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: string, { max = SHOWN_DECIMALS, min = 0, sign = false }: AmountFormat) {
  const key = `${language} ${min} ${max} ${sign}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: min,
      maximumFractionDigits: Math.max(min, max),
      roundingMode: 'trunc',
      signDisplay: sign ? 'exceptZero' : 'auto',
      numberingSystem: 'latn',
    });
    formats.set(key, format);
  }
  return format;
}

/**
 * "1234.5" in the reader's notation: "1,234.5". Anything that is not a decimal string is shown unchanged. Never hidden:
 * see hide-amounts.ts.
 */
export const openText = (amount: string, language: string, options: AmountFormat = {}): string =>
  isDecimal(amount) ? formatOf(language, options).format(amount) : amount;

/** The same for a personal amount, which can be hidden. */
export const amountText = (amount: string, language: string, options: AmountFormat = {}): string =>
  areAmountsHidden() ? HIDDEN : openText(amount, language, options);

/** A count in the reader's writing. */
export const countText = (count: number, language: string): string => openText(String(count), language);

/** Decimals that an amount has of those that are shown. */
export const shownDecimals = (amount: string, max = SHOWN_DECIMALS): number =>
  Math.min(max, decimalsOf(amount));

/** A share (0..1) as a percentage, with two decimals at most by default. */
export const percentText = (share: number, language: string, decimals = 2): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: decimals }).format(share);

/** "0x1234…abcd" */
export const shortAddress = (address: string): string =>
  address.length > 12 ? maskAddress(address) : address;
