// Amounts as people enter them. Only this file turns typed or pasted text into a number.
import { amountText } from './amounts.ts';

interface Marks {
  /** Separates groups of three digits. */
  group: string;
  /** Separates the decimals. */
  decimal: string;
}

/** The separators that the language uses in its own numbers. */
function marksOf(language: string): Marks {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(12345.5);
  const mark = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: mark('group'), decimal: mark('decimal') };
}

/** The shortest form of a number: "0012" becomes "12", "1.50" becomes "1.5". */
function shortest(whole: string, fraction: string): string {
  const decimals = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals && `.${decimals}`}`;
}

const GROUPED = /^[1-9]\d{0,2}(,\d{3})+$/;

/** Parses a number with optional commas between groups and an optional decimal point. */
function read(text: string): string | null {
  const [whole = '', fraction = '', ...more] = text.split('.');
  const isWhole = /^\d*$/.test(whole) || GROUPED.test(whole);
  if (!isWhole || !/^\d*$/.test(fraction) || more.length > 0 || whole + fraction === '') return null;
  return shortest(whole.replaceAll(',', ''), fraction);
}

const readPlain = (text: string): string | null => (text.includes(',') ? null : read(text));

const SWAPPED: Readonly<Record<string, string>> = { ',': '.', '.': ',' };
const readWritten = (text: string, { decimal }: Marks): string | null =>
  read(decimal === ',' ? text.replace(/[,.]/g, (mark) => SWAPPED[mark] ?? mark) : text);

/**
 * Converts full-width digits, commas and points, as Japanese and Chinese keyboards type them. No other characters are
 * converted.
 */
const narrow = (text: string): string =>
  text.replace(/[\uff10-\uff19\uff0c\uff0e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/** Amounts in the API have at most this many digits before the point. */
const MOST_DIGITS = 20;

/**
 * Parses typed text into a decimal string; null when it is not an amount. Two notations are accepted: plain digits with
 * a decimal point ("1000.5") and the language's own notation ("1,000.5"; in Vietnamese "1.000,5"). Groups have three
 * digits, the first one to three. Text that means different numbers in the two notations is refused: in Vietnamese,
 * "1.000" could be a thousand or one. Surrounding spaces are ignored. Signs, exponents, inner spaces, digits of other
 * scripts and more than `decimals` decimals are refused: nothing is dropped, rounded or guessed.
 */
export function readAmount(typed: string, language: string, decimals = 18): string | null {
  const text = narrow(typed.trim());
  const [plain, written] = [readPlain(text), readWritten(text, marksOf(language))];
  const amount = plain ?? written;
  if (amount === null || (written !== null && written !== amount)) return null;
  const [whole = '', fraction = ''] = amount.split('.');
  return whole.length > MOST_DIGITS || fraction.length > decimals ? null : amount;
}

/** True when further typing may turn the text into an amount: "1," is on the way to "1,000". */
export const isUnfinished = (typed: string, language: string, decimals?: number): boolean =>
  ['0', '00', '000'].some((rest) => readAmount(typed + rest, language, decimals) !== null);

/** An amount as a field shows it: in the language's notation, but without grouping where that would be ambiguous. */
export function entryText(amount: string, language: string): string {
  const text = amountText(amount, language, { max: 18 });
  return readAmount(text, language) === null ? text.replaceAll(marksOf(language).group, '') : text;
}

/** Prefix of refused text, so that no sum, comparison or call can take it for an amount. */
const REFUSED = '?';

/** The value a field passes on: '' when empty, a decimal string, or the refused text with its prefix. */
export const enteredAmount = (typed: string, language: string, decimals?: number): string =>
  typed.trim() === '' ? '' : (readAmount(typed, language, decimals) ?? `${REFUSED}${typed}`);

/** The text as typed, if it was refused. */
export const refusedText = (entered: string): string | undefined =>
  entered.startsWith(REFUSED) ? entered.slice(REFUSED.length) : undefined;
