// What somebody typed to find a movement, as the server reads it (src/rules/history-search.ts): coins by symbol or name,
// what was done or bought in the words of the page, an amount in the reader's notation, a transaction, a recipient, a
// ledger entry or a coupon code.
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CATEGORY_NAMES, PURPOSE_NAMES } from '#features/assets/record-words.ts';
import { readAmount } from '#lib/amount-entry.ts';
import { codeOf } from '#rules/coupons.ts';
import {
  FEWEST_CODE,
  FEWEST_HEX,
  type FundName,
  LONGEST_SEARCH as LONGEST_WRITTEN,
  type SearchNames,
  type SearchValue,
  writeSearch,
} from '#rules/history-search.ts';

interface Coin {
  readonly coin: string;
  readonly name: string;
}

/** What to ask the server for, or why it cannot be asked: nothing matches a word, or the text must be changed. */
export type Asked = { search: string | undefined } | { unknown: string } | { problem: string };

/** Without case and accents, which are seldom typed: "rut" finds "Rút". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .normalize('NFC')
    .toLowerCase();

const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;

/** A word begins a word of the name. In languages without spaces between words, it may be anywhere. */
const begins = (name: string, word: string): boolean =>
  LATIN.test(word)
    ? plain(name)
        .split(/[^\p{L}\p{N}]+/u)
        .some((part) => part.startsWith(word))
    : plain(name).includes(word);

const LABELS = Object.entries({ ...CATEGORY_NAMES, ...PURPOSE_NAMES }) as [
  FundName,
  (typeof CATEGORY_NAMES)['deposit'],
][];

function namesIn(word: string, coins: readonly Coin[], i18n: I18n): SearchNames {
  const wanted = plain(word);
  return {
    coins: coins
      .filter(({ coin, name }) => begins(coin, wanted) || begins(name, wanted))
      .map(({ coin }) => coin),
    names: LABELS.filter(([, label]) => begins(i18n._(label), wanted)).map(([name]) => name),
  };
}

const AMOUNT = /^[+\-−]?[\d.,]*\d[\d.,]*$/;
/** A hash or an address as lists shorten it: "0x5290…9EE7". */
const HEX = /^0x([0-9a-f]*)(?:…|\.{3}|$)/i;

/** A word that is a number, a hash or an address; undefined for any other. */
function valueIn(word: string, i18n: I18n): SearchValue | { problem: string } | undefined {
  const entry = /^#(\d{1,18})$/.exec(word)?.[1];
  if (entry !== undefined) return { entry };
  const digits = HEX.exec(/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(word) ? `0x${word}` : word)?.[1];
  if (digits !== undefined) {
    if (digits.length >= FEWEST_HEX) return { reference: `0x${digits.toLowerCase()}`.slice(0, 66) };
    return { problem: i18n._(msg`Add the next characters of the address or transaction.`) };
  }
  if (!AMOUNT.test(word)) return undefined;
  const typed = word.replace(/^[+\-−]|[.,]$/g, '');
  const amount = readAmount(typed, i18n.locale);
  // Longer than any amount.
  if (amount === null && /^\d+$/.test(typed)) return undefined;
  if (amount === null)
    return { problem: i18n._(msg`${word} isn't a clear amount. Type it without separators.`) };
  return { amount, ...(/^\d{1,18}$/.test(typed) && { entry: typed }) };
}

/** Several coins in a row mean any of them: no record has two. */
function merged(words: readonly SearchNames[]): SearchNames[] {
  const isCoins = ({ names }: SearchNames) => names.length === 0;
  const coins = [...new Set(words.filter(isCoins).flatMap((word) => word.coins))];
  return [...(coins.length > 0 ? [{ coins, names: [] }] : []), ...words.filter((word) => !isCoins(word))];
}

/** Reads what was typed; `searchWords` of it. */
export function askedBy(text: string, coins: readonly Coin[], i18n: I18n): Asked {
  const words: SearchNames[] = [];
  let value: SearchValue | undefined;
  // "12ADIT" is a number and a coin; signs between words, as in "USDT → BTC", have no meaning.
  const parts = text.replace(/(^|\s)([\d.,]+)(\p{L}+)(?=\s|$)/gu, '$1$2 $3').split(' ');
  for (const word of new Set(parts.filter((part) => /[\p{L}\p{N}]/u.test(part)))) {
    const found = valueIn(word, i18n);
    if (found && 'problem' in found) return found;
    if (found && value) return { problem: i18n._(msg`Search for one amount or transaction at a time.`) };
    if (found) {
      value = found;
      continue;
    }
    const names = namesIn(word, coins, i18n);
    // Whatever names nothing may be a coupon code: the page doesn't know which codes exist.
    const code = word.length < FEWEST_CODE ? null : codeOf(word);
    if (names.coins.length + names.names.length > 0) words.push(names);
    else if (value || code === null) return { unknown: word };
    else value = { code };
  }
  if (words.length === 0 && !value) return text === '' ? { search: undefined } : { unknown: text };
  const search = writeSearch({ words: merged(words), ...(value && { value }) });
  return search.length <= LONGEST_WRITTEN ? { search } : { unknown: text };
}
