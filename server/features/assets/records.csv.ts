/** Fund history as a CSV file. Pure. */
import { csvLine } from '#server/lib/csv.ts';
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

/** The first line: the column names. */
export const recordsHeader = (): string => csvLine(...COLUMNS.map(([name]) => name));

/** One row of history. */
export const recordLine = (row: FundRecord): string => csvLine(...COLUMNS.map(([, of]) => of(row) ?? ''));
