/** What a feature stores about an account, as a section of the account's data export. Each feature provides its own. */
import type { Db } from '#server/db/client.ts';

/** Values that JSON can express; a Date becomes ISO text. Amounts must already be decimal strings. */
export type Plain = string | number | boolean | null | Date | readonly Plain[] | PlainRow;
export type PlainRow = { readonly [field: string]: Plain };

export interface DataSection {
  readonly name: string;
  /** What the rows are, in one English sentence, for people who open the file. */
  readonly about: string;
  /**
   * The account's rows, read page by page as they are consumed, so that rows do not pile up in memory and no
   * transaction stays open.
   */
  rows(db: Db, userId: bigint): AsyncIterable<PlainRow>;
}

/** Rows read and held in memory at a time. */
const PAGE = 1000;

/** All rows of a list that is read in pages of `limit`, each starting after the last row of the previous one. */
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
