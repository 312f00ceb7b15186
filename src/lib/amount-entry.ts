// Amounts as people enter them. This is the only file that turns typed or pasted text into a number.
import { fromUnits, isAmountText, times, toUnits, wholeSteps } from '#rules/amounts.ts';
import { type Marks, marksOf, openText } from './amounts.ts';

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

/** The text as plain digits, and in the language's notation; null where it is not a number. */
function readings(typed: string, language: string): readonly [string | null, string | null] {
  const text = narrow(typed.trim());
  return [readPlain(text), readWritten(text, marksOf(language))];
}

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
  const [plain, written] = readings(typed, language);
  const amount = plain ?? written;
  if (amount === null || (written !== null && written !== amount)) return null;
  const [whole = '', fraction = ''] = amount.split('.');
  return whole.length > MOST_DIGITS || fraction.length > decimals ? null : amount;
}

/** The two numbers that the text may stand for, as a field's own text, if that is why `readAmount` refuses it. */
export function twoMeanings(typed: string, language: string): readonly [string, string] | undefined {
  const [plain, written] = readings(typed, language);
  if (plain === null || written === null || plain === written) return undefined;
  return [plainText(written, language), plainText(plain, language)];
}

/** True if further typing may turn the text into an amount: "1," is on the way to "1,000". */
export const isUnfinished = (typed: string, language: string, decimals?: number): boolean =>
  ['0', '00', '000'].some((rest) => readAmount(typed + rest, language, decimals) !== null);

/** An amount as a field's own text: in the language's notation, without groups. Never hidden, because it is input. */
export const plainText = (amount: string, language: string): string =>
  amount.replace('.', marksOf(language).decimal);

/**
 * Typed digits with the language's grouping. Only what cannot be misread is grouped: whole digits, and decimals after
 * the language's own mark. Anything else stays as typed.
 */
export function grouped(typed: string, language: string): string {
  const { group, decimal } = marksOf(language);
  const [whole = '', ...rest] = typed.split(decimal);
  if (!/^[1-9]\d*$/.test(whole) || rest.length > 1 || /\D/.test(rest.join(''))) return typed;
  return [whole.replace(/\B(?=(\d{3})+$)/g, group), ...rest].join(decimal);
}

const bareOf = (typed: string, language: string): string => typed.replaceAll(marksOf(language).group, '');

/**
 * Whether a number with group marks continues like the same number without them. A decimal point is not such a mark,
 * even if the language groups with points: in Vietnamese, "12." is on the way to "12.5".
 */
function goesOnBare(typed: string, language: string): boolean {
  const amount = readAmount(typed, language);
  return (
    amount !== null &&
    readWritten(narrow(typed.trim()), marksOf(language)) === amount &&
    readAmount(bareOf(typed, language), language) === amount
  );
}

/** Whether the text has group marks that were typed by hand, exactly where `grouped` puts them. */
const isGroupedByHand = (typed: string, language: string): boolean =>
  typed !== bareOf(typed, language) &&
  typed === grouped(bareOf(typed, language), language) &&
  goesOnBare(typed, language);

/** A change of a field's text, as the browser reports it. */
interface Edit {
  /** The field's new text, and the position of the cursor in it. */
  text: string;
  caret: number;
  /** What was typed or pasted; '' for a deletion; null if the browser does not say. */
  inserted: string | null;
}

/**
 * What has been typed, after an edit of a field that shows `grouped(typed)`, and how much of it is behind the cursor.
 */
export function afterEdit(typed: string, language: string, { text, caret, inserted }: Edit) {
  const { group } = marksOf(language);
  const shown = grouped(typed, language);
  const from = caret - (inserted?.length ?? 0);
  const [before, behind] = [text.slice(0, from), text.slice(caret)];
  const byHand = isGroupedByHand(typed, language);
  // Group marks are dropped only where this field puts them. What was typed or pasted is read strictly; if that is
  // unknown, the whole text is.
  const isOurs =
    (shown !== typed || byHand) &&
    inserted === text.slice(from, caret) &&
    shown.startsWith(before) &&
    shown.endsWith(behind);
  // "1,234," may become "1,234,567" if its first mark was typed too. "1234,567" stays refused: it could mean 1234.567.
  if (isOurs && byHand && inserted === group && isUnfinished(text, language))
    return { typed: text, behind: behind.length };
  const strip = (part: string) => (isOurs ? part.replaceAll(group, '') : part);
  const next = `${strip(before)}${text.slice(from, caret)}${strip(behind)}`;
  if (!goesOnBare(next, language)) return { typed: next, behind: strip(behind).length };
  return {
    typed: isGroupedByHand(next, language) ? next : bareOf(next, language),
    behind: bareOf(behind, language).length,
  };
}

/** Where the cursor is in the shown text when `behind` of the typed characters follow it. */
export function caretIn(shown: string, language: string, behind: number, backwards: boolean): number {
  const { group } = marksOf(language);
  const isGrouped = grouped(shown.replaceAll(group, ''), language) === shown;
  let [at, left] = [shown.length, behind];
  while (at > 0 && left > 0) {
    at -= 1;
    if (!isGrouped || shown[at] !== group) left -= 1;
  }
  return backwards && isGrouped && shown[at - 1] === group ? at - 1 : at;
}

/** What an amount is worth at a price, rounded down; undefined while it is not an amount. */
export const worthAt = (amount: string, price: string): string | undefined =>
  isAmountText(amount) ? fromUnits(times(toUnits(amount), toUnits(price))) : undefined;

/** A share of an amount, in percent, rounded down to the decimals of the coin. */
export const shareOf = (amount: string, percent: number, decimals: number): string =>
  fromUnits(wholeSteps((toUnits(amount) * BigInt(percent)) / 100n, decimals));

/**
 * An amount as a field shows it, also while amounts are hidden: in the language's notation, but without grouping where
 * that would be ambiguous.
 */
export function entryText(amount: string, language: string): string {
  const text = openText(amount, language, { max: Infinity });
  return readAmount(text, language) === null ? text.replaceAll(marksOf(language).group, '') : text;
}

/** Prefix of refused text, so that no sum, comparison or call can take it for an amount. */
const REFUSED = '?';

/** The value a field passes on: '' when empty, a decimal string, or the refused text with its prefix. */
export const enteredAmount = (typed: string, language: string, decimals?: number): string =>
  typed.trim() === '' ? '' : (readAmount(typed, language, decimals) ?? `${REFUSED}${typed}`);

/** The text as it was typed, if it was refused. */
export const refusedText = (entered: string): string | undefined =>
  entered.startsWith(REFUSED) ? entered.slice(REFUSED.length) : undefined;
