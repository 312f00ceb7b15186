/** Fund history as a CSV file (RFC 4180) that spreadsheets open without harm: page after page, however long it is. Pure. */
import type { FundRecord } from './records.rules.ts';

const COLUMNS: readonly (readonly [name: string, of: (row: FundRecord) => string | null])[] = [
  ['time', (row) => row.time],
  ['category', (row) => row.category],
  ['coin', (row) => row.coin],
  ['amount', (row) => row.amount],
  ['balance_after', (row) => row.balanceAfter],
  ['state', (row) => row.state],
  ['fee', (row) => row.fee],
  ['address', (row) => row.address],
  ['tx_hash', (row) => row.txHash],
  ['entry', (row) => row.entry],
  [
    'detail',
    ({ detail }) =>
      detail && [detail.what, detail.hashrate ?? detail.round ?? detail.code].filter(Boolean).join(' '),
  ],
];

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Spreadsheets take a cell that begins so for a formula and run it. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell: a formula becomes text by an apostrophe, numbers keep their minus, and what would end the cell is quoted. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The first line: the names of the columns. */
export const csvHeader = (): string => line(COLUMNS.map(([name]) => name));

/** One row of history. */
export const csvLine = (row: FundRecord): string => line(COLUMNS.map(([, of]) => of(row) ?? ''));
