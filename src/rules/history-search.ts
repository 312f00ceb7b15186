/**
 * A search of the fund history, as the page writes it for the server (contract, `GET /api/assets/records`). It contains
 * no words of any language: the page knows what people call things.
 */
import { readUnits } from './amounts.ts';
import { COUPON_LENGTH } from './figures.ts';
import { FUND_CATEGORIES, FUND_PURPOSES, type FundCategory, type FundPurpose } from './fund-categories.ts';

/** Maximum characters of a search: room for several words that each stand for many names. */
export const LONGEST_SEARCH = 1000;

/** The fewest hex digits that the beginning of a hash or an address must have: as many as its short form shows. */
export const FEWEST_HEX = 4;

/** The fewest characters that the beginning of a coupon code must have. */
export const FEWEST_CODE = 2;

export type FundName = FundCategory | FundPurpose;

/** What one word stands for; a row must match one of these. */
export interface SearchNames {
  readonly coins: readonly string[];
  readonly names: readonly FundName[];
}

export interface SearchValue {
  /** A decimal string. */
  readonly amount?: string;
  /** The number of a ledger entry. */
  readonly entry?: string;
  /** The beginning of a hash or an address, in lower case. */
  readonly reference?: string;
  /** The beginning of a coupon code, in upper case. */
  readonly code?: string;
}

interface Search {
  readonly words: readonly SearchNames[];
  readonly value?: SearchValue;
}

const NAMES: readonly FundName[] = [...FUND_CATEGORIES, ...FUND_PURPOSES];
const COIN = /^[A-Z0-9]*[A-Z][A-Z0-9]*$/;
const CODE = new RegExp(`^coupon:[A-Z0-9-]{${FEWEST_CODE},${COUPON_LENGTH}}$`, 'i');
const REFERENCE = new RegExp(`^0x[0-9a-f]{${FEWEST_HEX},64}$`, 'i');

function readValue(parts: readonly string[]): SearchValue | null {
  const value: { amount?: string; entry?: string; reference?: string; code?: string } = {};
  for (const part of parts)
    if (/^#\d{1,18}$/.test(part)) value.entry = part.slice(1);
    else if (REFERENCE.test(part)) value.reference = part.toLowerCase();
    else if (CODE.test(part)) value.code = part.slice('coupon:'.length).toUpperCase();
    else if (readUnits(part) !== null) value.amount = part;
    else return null;
  return Object.keys(value).length === parts.length ? value : null;
}

function readNames(parts: readonly string[]): SearchNames | null {
  const names = NAMES.filter((name) => parts.includes(name));
  const coins = parts.filter((part) => COIN.test(part) && part.length >= 2 && part.length <= 10);
  return names.length + coins.length === parts.length ? { coins, names } : null;
}

/** Null for text that is not a search. */
export function readSearch(text: string): Search | null {
  const words: SearchNames[] = [];
  let value: SearchValue | undefined;
  for (const word of text.split(' ')) {
    const parts = word.split('|');
    const names = readNames(parts);
    const found = names ? null : readValue(parts);
    if (names) words.push(names);
    else if (found && !value) value = found;
    else return null;
  }
  return { words, ...(value && { value }) };
}

/** The text that `readSearch` reads. */
export function writeSearch({ words, value }: Search): string {
  const values = value && [
    ...[value.amount, value.entry && `#${value.entry}`, value.reference],
    value.code && `coupon:${value.code}`,
  ];
  return [...words.map(({ coins, names }) => [...coins, ...names]), ...(values ? [values] : [])]
    .map((parts) => parts.filter((part) => part !== undefined).join('|'))
    .join(' ');
}
