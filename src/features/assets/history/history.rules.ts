// How the fund history is shown: the filter in an address, rows grouped by days of the user's own clock, and how newer
// rows are merged into the loaded ones.
import type { Input, Output } from '#contract';
import { UNIT, fromUnits, toUnits } from '#rules/amounts.ts';
import { FUND_CATEGORIES, type FundCategory } from '#rules/fund-categories.ts';
import { localDay } from '#lib/day.ts';
import type { FundRecord } from '#features/assets/record-words.ts';
import { isOpen } from '#features/assets/withdraw/withdraw.rules.ts';
import { searchWords } from './search.text.ts';

/** What is requested from the server. */
export type Filter = Input<'GET /api/assets/export'>;

/** The last so many days, including today. */
export const PERIODS = { today: 1, week: 7, month: 30 } as const;
type Period = keyof typeof PERIODS;

/** What the reader has chosen, as stated in the address. */
export interface Choice {
  category?: FundCategory;
  coin?: string;
  period?: Period;
  /** The first and the last day, YYYY-MM-DD, in the reader's zone; one of them may be open. */
  from?: string;
  to?: string;
  /** As typed. */
  search?: string;
}

/** A page of the list with the time (server's clock, ISO) as of which it was true. */
export type FundPage = Output<'GET /api/assets/records'> & { asOf: string };

const COIN = /^[A-Z0-9]{2,10}$/;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The midnight of a day with which it begins in the reader's zone, or of so many days later. */
export const midnight = (day: string, later = 0): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
};

/** Whether it is a day that exists. */
const isDay = (text: string): boolean => DAY.test(text) && localDay(midnight(text)) === text;

/** Whether an address or a list names a period. */
export const isPeriod = (name: string): name is Period => Object.hasOwn(PERIODS, name);

type Params = Readonly<Partial<Record<keyof Choice, string | undefined>>>;

/** The choice in a query string; what is unknown or impossible is ignored. */
export function choiceOf({ category, coin, period, from, to, search = '' }: Params): Choice {
  const known = FUND_CATEGORIES.find((name) => name === category);
  const days = period !== undefined && isPeriod(period) ? period : undefined;
  const range = from !== undefined && to !== undefined && from > to ? {} : { from, to };
  const words = searchWords(search);
  return {
    ...(known && { category: known }),
    ...(coin !== undefined && COIN.test(coin) && { coin }),
    ...(days && { period: days }),
    ...(!days && range.from !== undefined && isDay(range.from) && { from: range.from }),
    ...(!days && range.to !== undefined && isDay(range.to) && { to: range.to }),
    ...(words !== '' && { search: words }),
  };
}

/** The page's address with a choice. */
export function addressOf(choice: Choice): string {
  const query = new URLSearchParams(Object.entries(choice)).toString();
  return `/pages/asset/capital${query && `?${query}`}`;
}

/** What to ask the server for; `search` is what the typed words mean to it, `today` the reader's day. */
export function filterOf(
  { category, coin, period, from, to }: Choice,
  search: string | undefined,
  today: string,
): Filter {
  const first = period ? localDay(midnight(today, 1 - PERIODS[period])) : from;
  return {
    ...(category && { category }),
    ...(coin !== undefined && { coin }),
    ...(first !== undefined && { from: midnight(first).toISOString() }),
    ...(to !== undefined && { to: midnight(to, 1).toISOString() }),
    ...(search !== undefined && { search }),
  };
}

/** A day of the list; `at` is a time within it. */
export interface Day {
  kind: 'day';
  key: string;
  at: string;
  /** Its heading's index among all entries, and the number of headings above. */
  index: number;
  above: number;
  /** Number of loaded rows, and whether these are all. */
  rows: number;
  complete: boolean;
}

export interface Row {
  kind: 'record';
  key: string;
  record: FundRecord;
  /** Of a swap, of which `record` is what was bought. */
  given?: FundRecord;
  day: Day;
  /** From 1 within its day. */
  place: number;
}

export type Entry = Day | Row;

/** Entries with their source pages, so that a list that has grown at its end does not have to be rebuilt. */
export interface Built {
  pages: readonly FundPage[];
  entries: readonly Entry[];
}

function lastDayOf({ entries }: Built): Day | undefined {
  const last = entries.at(-1);
  return last?.kind === 'record' ? last.day : last;
}

/**
 * What can be reused from `before`: everything above the last day's heading, whose rows may grow. Nothing if other
 * pages changed.
 */
function reusableOf(
  before: Built | undefined,
  pages: readonly FundPage[],
): { entries: Entry[]; records: FundRecord[] } {
  const grown = before?.pages.every((page, index) => page === pages[index]) === true;
  const at = (grown && lastDayOf(before)?.index) || 0;
  const open = grown
    ? before.entries
        .slice(at)
        .flatMap((entry) => (entry.kind === 'record' ? [entry.record, entry.given ?? []].flat() : []))
    : [];
  const added = pages.slice(grown ? before.pages.length : 0).flatMap(({ items }) => items);
  return { entries: grown ? before.entries.slice(0, at) : [], records: [...open, ...added] };
}

type Sides = Pick<Row, 'record' | 'given'>;

/** One row for each record, and a single row for both sides of a swap, which are adjacent in the list. */
export function inRows(records: readonly FundRecord[]): Sides[] {
  const rows: Sides[] = [];
  for (const record of records) {
    const last = rows.at(-1);
    const isOtherSide =
      record.category === 'exchange' && last?.record.entry === record.entry && last.given === undefined;
    if (!isOtherSide) rows.push({ record });
    else if (record.amount.startsWith('-')) last.given = record;
    else rows.splice(-1, 1, { record, given: last.record });
  }
  return rows;
}

/**
 * Rows with a heading before each day. The last day of a list that is not `complete` may have more rows than are
 * loaded.
 */
export function entriesOf(pages: readonly FundPage[], complete: boolean, before?: Built): Built {
  const { entries, records } = reusableOf(before, pages);
  const last = entries.at(-1);
  let above = last ? (last.kind === 'record' ? last.day.above : last.above) + 1 : 0;
  let day: Day | undefined;
  for (const { record, given } of inRows(records)) {
    const key = localDay(record.time);
    // Days only go back: the clocks of two servers may differ slightly around midnight.
    if (!day || key < day.key) {
      if (day) day.complete = true;
      day = { kind: 'day', key, at: record.time, index: entries.length, above, rows: 0, complete };
      above += 1;
      entries.push(day);
    }
    day.rows += 1;
    entries.push({ kind: 'record', key: record.id, record, ...(given && { given }), day, place: day.rows });
  }
  return { pages, entries };
}

const renewed = (page: FundPage, fresh: ReadonlyMap<string, FundRecord>): FundPage =>
  page.items.some(({ id }) => fresh.has(id))
    ? { ...page, items: page.items.map((row) => fresh.get(row.id) ?? row) }
    : page;

const byId = (rows: readonly FundRecord[]) => new Map(rows.map((row) => [row.id, row]));

/**
 * Merges `fresh`, the newest consecutive pages, into the loaded ones: new rows go to the front of the first page, known
 * rows are updated, and every page keeps its place. Undefined while there is a gap between the two: then the next fresh
 * page is needed.
 */
export function joined(loaded: readonly FundPage[], fresh: readonly FundPage[]): FundPage[] | undefined {
  const rows = fresh.flatMap(({ items }) => items);
  const [first, ...rest] = loaded;
  const known = first?.items[0];
  if (!first || !known || fresh.at(-1)?.nextCursor === null) return [...fresh];
  const at = rows.findIndex(({ id }) => id === known.id);
  if (at < 0) return undefined;
  const ids = byId(rows);
  const grown = { ...renewed(first, ids), asOf: fresh[0]?.asOf ?? first.asOf };
  return [
    { ...grown, items: [...rows.slice(0, at), ...grown.items] },
    ...rest.map((page) => renewed(page, ids)),
  ];
}

/** Which pages after the first have rows that may have changed without being among the `fresh` ones. */
export function openPages(loaded: readonly FundPage[], fresh: readonly FundPage[]): number[] {
  const ids = byId(fresh.flatMap(({ items }) => items));
  return loaded.flatMap(({ items }, index) =>
    index > 0 && items.some((row) => isOpen(row) && !ids.has(row.id)) ? [index] : [],
  );
}

/** Updates rows in place from a refetched page. */
export const withRows = (loaded: readonly FundPage[], { items }: FundPage): FundPage[] =>
  loaded.map((page) => renewed(page, byId(items)));

/** The other rows of the entry that a row belongs to. */
export const sidesOf = (rows: readonly FundRecord[], { id, entry }: FundRecord): FundRecord[] =>
  rows.filter((row) => row.entry === entry && row.id !== id);

/** What the recipient of a withdrawal gets; null for everything else. */
export const receivedOf = ({ amount, fee }: Pick<FundRecord, 'amount' | 'fee'>): string | null =>
  fee === null ? null : fromUnits(toUnits(amount.replace('-', '')) - toUnits(fee));

/** What a swap cost, as its quote showed it. */
interface SwapTerms {
  from: string;
  to: string;
  /** `to` per unit of `from` before the fee. */
  rate: string;
  /** In `to`, deducted from what was received. */
  fee: string;
}

/**
 * The terms of a swap, from both its sides; null while a side is missing, and for rows cached before the server began
 * to send the fee. The amount received was rounded down, so the rate is the highest that gives the same amount: 0.01
 * isn't shown as 0.009999.
 */
export function swapTerms(sides: readonly FundRecord[]): SwapTerms | null {
  const given = sides.find(({ amount }) => amount.startsWith('-'));
  const bought = sides.find((side) => side !== given);
  if (!given || !bought?.swapFee) return null;
  const gross = toUnits(bought.amount) + toUnits(bought.swapFee);
  const rate = ((gross + 1n) * UNIT - 1n) / toUnits(given.amount.slice(1));
  return { from: given.coin, to: bought.coin, rate: fromUnits(rate), fee: bought.swapFee };
}

const LINE_END = 10;

/** Number of line endings in a part of the exported file; amounts, times and hashes contain none. */
export const linesIn = (part: Uint8Array): number =>
  part.reduce((sum, byte) => sum + (byte === LINE_END ? 1 : 0), 0);
