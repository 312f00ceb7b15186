// Amounts as people read them. They stay decimal strings all the way: no float ever touches them.
import { decimalsOf } from '#rules/decimals.ts';
import { maskAddress } from '#rules/addresses.ts';
import { areAmountsHidden, HIDDEN } from './hide-amounts.ts';

/** Decimals shown unless a place asks for more; what is cut off is never rounded up. */
export const SHOWN_DECIMALS = 6;

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

interface AmountFormat {
  /** Most decimals shown. */
  max?: number;
  /** Least decimals shown, for columns that line up. */
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

/** "1234.5" in the reader's writing: "1,234.5". What is not a decimal string is shown as it came. Never hidden: see hide-amounts.ts. */
export const openText = (amount: string, language: string, options: AmountFormat = {}): string =>
  isDecimal(amount) ? formatOf(language, options).format(amount) : amount;

/** The same for an amount of the person. */
export const amountText = (amount: string, language: string, options: AmountFormat = {}): string =>
  areAmountsHidden() ? HIDDEN : openText(amount, language, options);

/** A count in the reader's writing. */
export const countText = (count: number, language: string): string => openText(String(count), language);

/** Decimals that an amount has of those that are shown. */
export const shownDecimals = (amount: string, max = SHOWN_DECIMALS): number =>
  Math.min(max, decimalsOf(amount));

/** A share (0..1) as a percentage, two decimals at most. */
export const percentText = (share: number, language: string, decimals = 2): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: decimals }).format(share);

/** "0x1234…abcd" */
export const shortAddress = (address: string): string =>
  address.length > 12 ? maskAddress(address) : address;
