// The fund history as it is shown: which filter an address asks for, rows under the days of the person's own clock, and how
// newer rows join those that are loaded.
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { FUND_CATEGORIES, type FundCategory } from '#rules/fund-categories.ts';
import type { FundRecord } from '#features/assets/record-words.ts';

export interface Filter {
  category?: FundCategory;
  coin?: string;
}

/** A page of the list with the moment (server's clock, ISO) in which it was true. */
export type FundPage = Output<'GET /api/assets/records'> & { asOf: string };

const COIN = /^[A-Z0-9]{2,10}$/;

/** What the query string asks for; what is no category or coin is left out. */
export function filterOf(category: string | undefined, coin: string | undefined): Filter {
  const known = FUND_CATEGORIES.find((name) => name === category);
  return { ...(known && { category: known }), ...(coin !== undefined && COIN.test(coin) && { coin }) };
}

/** The page's address with a filter. */
export function addressOf(filter: Filter): string {
  const query = new URLSearchParams({ ...filter }).toString();
  return `/pages/asset/capital${query && `?${query}`}`;
}

/** A day of the list; `at` is a moment within it. */
export interface Day {
  kind: 'day';
  key: string;
  at: string;
  /** Where its heading stands among all entries, and how many headings are above. */
  index: number;
  above: number;
  /** Rows that are loaded, and whether these are all. */
  rows: number;
  complete: boolean;
}

export interface Row {
  kind: 'record';
  key: string;
  record: FundRecord;
  day: Day;
  /** From 1 within its day. */
  place: number;
}

export type Entry = Day | Row;

const two = (n: number) => String(n).padStart(2, '0');

/** The day of a moment on this device, as YYYY-MM-DD. */
export function dayOf(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Entries with what they were made of, so that a list that has grown at its end needs not be made anew as a whole. */
export interface Built {
  pages: readonly FundPage[];
  entries: readonly Entry[];
}

function lastDayOf({ entries }: Built): Day | undefined {
  const last = entries.at(-1);
  return last?.kind === 'record' ? last.day : last;
}

/** Where to go on from `before`: at the last day's heading, whose rows may become more. From the start when other pages changed. */
function reusableOf(
  before: Built | undefined,
  pages: readonly FundPage[],
): { entries: Entry[]; records: FundRecord[] } {
  const grown = before?.pages.every((page, index) => page === pages[index]) === true;
  const at = (grown && lastDayOf(before)?.index) || 0;
  const open = grown
    ? before.entries.slice(at).flatMap((entry) => (entry.kind === 'record' ? entry.record : []))
    : [];
  const added = pages.slice(grown ? before.pages.length : 0).flatMap(({ items }) => items);
  return { entries: grown ? before.entries.slice(0, at) : [], records: [...open, ...added] };
}

/** Rows with a heading before each day. The last day of a list that is not `complete` may have more rows than are loaded. */
export function entriesOf(pages: readonly FundPage[], complete: boolean, before?: Built): Built {
  const { entries, records } = reusableOf(before, pages);
  const last = entries.at(-1);
  let above = last ? (last.kind === 'record' ? last.day.above : last.above) + 1 : 0;
  let day: Day | undefined;
  for (const record of records) {
    const key = dayOf(record.time);
    // Days only go back: clocks of two servers may differ by a moment around midnight.
    if (!day || key < day.key) {
      if (day) day.complete = true;
      day = { kind: 'day', key, at: record.time, index: entries.length, above, rows: 0, complete };
      above += 1;
      entries.push(day);
    }
    day.rows += 1;
    entries.push({ kind: 'record', key: record.id, record, day, place: day.rows });
  }
  return { pages, entries };
}

const renewed = (page: FundPage, fresh: ReadonlyMap<string, FundRecord>): FundPage =>
  page.items.some(({ id }) => fresh.has(id))
    ? { ...page, items: page.items.map((row) => fresh.get(row.id) ?? row) }
    : page;

const byId = (rows: readonly FundRecord[]) => new Map(rows.map((row) => [row.id, row]));

/**
 * `fresh`, the newest pages in a row, joined to what is loaded: new rows come before the first page's, known ones are renewed,
 * every page keeps its place. Undefined while there is a gap between the two: the next fresh page is needed then.
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

const isOpen = ({ state }: FundRecord): boolean => state !== 'confirmed' && state !== 'failed';

/** Which pages after the first have rows that may have changed without being among the `fresh` ones. */
export function openPages(loaded: readonly FundPage[], fresh: readonly FundPage[]): number[] {
  const ids = byId(fresh.flatMap(({ items }) => items));
  return loaded.flatMap(({ items }, index) =>
    index > 0 && items.some((row) => isOpen(row) && !ids.has(row.id)) ? [index] : [],
  );
}

/** Rows renewed in place by a page that was asked again. */
export const withRows = (loaded: readonly FundPage[], { items }: FundPage): FundPage[] =>
  loaded.map((page) => renewed(page, byId(items)));

/** The other coins of the entry that a row belongs to. */
export const sidesOf = (rows: readonly FundRecord[], { id, entry }: FundRecord): FundRecord[] =>
  rows.filter((row) => row.entry === entry && row.id !== id);

/** What the receiver of a withdrawal gets; null for everything else. */
export const receivedOf = ({ amount, fee }: Pick<FundRecord, 'amount' | 'fee'>): string | null =>
  fee === null ? null : fromUnits(toUnits(amount.replace('-', '')) - toUnits(fee));
