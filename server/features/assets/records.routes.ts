/** GET /api/assets/records and /api/assets/export: fund history in pages, and all of it as a file. */
import type { Handlers } from '#server/http/handlers.ts';
import { pagesOf } from '#server/http/pages.ts';
import { recordLine, recordsHeader } from './records.csv.ts';
import { type RecordPage, entryRows, recordPage } from './records.repository.ts';
import { type Place, readPlace, writePlace } from './records.rules.ts';

export const recordPages = pagesOf<Place>('record', { write: writePlace, read: readPlace });
/** Rows read, and held in memory, at a time for the file. */
const FILE_PAGE = 1000;

/**
 * Yields the file from its first page on. Rows never change and new ones are inserted before the first, so all pages
 * together are the history as of the first read, no matter what is booked meanwhile.
 */
async function* csv(first: RecordPage, more: (after: Place) => Promise<RecordPage>): AsyncGenerator<string> {
  yield recordsHeader();
  for (let page = first; ; page = await more(page.next)) {
    yield page.rows.map(recordLine).join('');
    if (!page.next) return;
  }
}

export function recordsRoutes() {
  return {
    'GET /api/assets/records': async (c) => {
      const { cursor, limit: rowsAsked, entry, ...filter } = c.input;
      if (entry !== undefined)
        return { items: await entryRows(c.db, c.user.id, filter, BigInt(entry)), nextCursor: null };
      const { after, limit } = recordPages.asked({ cursor, limit: rowsAsked });
      const { rows, next } = await recordPage(c.db, c.user.id, filter, limit, after);
      return { items: rows, nextCursor: next && recordPages.cursorAfter(next) };
    },
    'GET /api/assets/export': {
      file: async (c) => {
        const page = (after?: Place) => recordPage(c.db, c.user.id, c.input, FILE_PAGE, after);
        // Whatever cannot be read must be refused while an error envelope can still be sent.
        const first = await page();
        return { filename: `adit-history-${c.now.toISOString().slice(0, 10)}.csv`, text: csv(first, page) };
      },
    },
  } satisfies Partial<Handlers>;
}
