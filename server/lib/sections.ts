/** What a feature keeps about an account, as a section of the file with all data of an account. Each feature offers its own. */
import type { Db } from '#server/db/client.ts';

/** What JSON can say; a moment becomes its ISO text. Amounts have to be made decimal strings before. */
export type Plain = string | number | boolean | null | Date | readonly Plain[] | PlainRow;
export type PlainRow = { readonly [field: string]: Plain };

export interface DataSection {
  readonly name: string;
  /** What the rows are, for who opens the file: one English sentence. */
  readonly about: string;
  /** The account's rows, read in pages as they are taken: neither many rows nor a transaction are held meanwhile. */
  rows(db: Db, userId: bigint): AsyncIterable<PlainRow>;
}

/** Rows that are read, and held in memory, at once. */
const PAGE = 1000;

/** All rows of a list that is read in pages of `limit`, each after the last row of the one before. */
export async function* pageByPage<Row>(
  page: (limit: number, after: Row | undefined) => Promise<readonly Row[]>,
  limit = PAGE,
): AsyncGenerator<Row> {
  for (let after: Row | undefined; ;) {
    const rows = await page(limit, after);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < limit) return;
  }
}
