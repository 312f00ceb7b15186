// Amounts as people enter them: the one place where the page reads a typed or pasted text as a number.
import { amountText } from './amounts.ts';

interface Marks {
  /** Between groups of three digits. */
  group: string;
  /** Before the decimals. */
  decimal: string;
}

/** The signs that the language writes its own numbers with. */
function marksOf(language: string): Marks {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(12345.5);
  const mark = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: mark('group'), decimal: mark('decimal') };
}

/** The shortest writing of a number: "0012" is "12", "1.50" is "1.5". */
function shortest(whole: string, fraction: string): string {
  const decimals = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals && `.${decimals}`}`;
}

const GROUPED = /^[1-9]\d{0,2}(,\d{3})+$/;

/** Reads what has commas between groups, if any, and a point before the decimals, if any. */
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

/** Full-width digits, comma and point, as Japanese and Chinese keyboards write them. No other sign stands for one of these. */
const narrow = (text: string): string =>
  text.replace(/[\uff10-\uff19\uff0c\uff0e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/** The wire's amounts have no more digits before the point. */
const MOST_DIGITS = 20;

/**
 * What was typed, as a decimal string; null when it is no amount. There are two ways to write one: plain digits with a point
 * before the decimals ("1000.5"), and as the language does ("1,000.5"; in Vietnamese "1.000,5"). Groups have three digits each,
 * the first one to three. A text that means one number in the one way and another in the other is refused: in Vietnamese "1.000"
 * is a thousand or one. Blanks around it are ignored; signs, exponents, blanks within and digits of other scripts are refused, and
 * so are more than `decimals` decimals: nothing is left out, rounded or guessed.
 */
export function readAmount(typed: string, language: string, decimals = 18): string | null {
  const text = narrow(typed.trim());
  const [plain, written] = [readPlain(text), readWritten(text, marksOf(language))];
  const amount = plain ?? written;
  if (amount === null || (written !== null && written !== amount)) return null;
  const [whole = '', fraction = ''] = amount.split('.');
  return whole.length > MOST_DIGITS || fraction.length > decimals ? null : amount;
}

/** More typing may make an amount of it: "1," is on the way to "1,000". */
export const isUnfinished = (typed: string, language: string, decimals?: number): boolean =>
  ['0', '00', '000'].some((rest) => readAmount(typed + rest, language, decimals) !== null);

/** An amount as a field shows it: in the language's writing, without groups where they could be read in another way. */
export function entryText(amount: string, language: string): string {
  const text = amountText(amount, language, { max: 18 });
  return readAmount(text, language) === null ? text.replaceAll(marksOf(language).group, '') : text;
}

/** Before a text that is no amount, so that no sum, comparison or call can take it for one. */
const REFUSED = '?';

/** What a field hands on: '' while it is empty, a decimal string, or a text that was refused. */
export const enteredAmount = (typed: string, language: string, decimals?: number): string =>
  typed.trim() === '' ? '' : (readAmount(typed, language, decimals) ?? `${REFUSED}${typed}`);

/** The text as it was typed, when it was refused. */
export const refusedText = (entered: string): string | undefined =>
  entered.startsWith(REFUSED) ? entered.slice(REFUSED.length) : undefined;
