/**
 * Pages of lists, newest first: how many rows are asked for, where a page begins, and where the next one does. Keyset: a cursor
 * names the place of the last row, and is opaque to callers, so that what is in it may change.
 */
import { refuseIssues } from './faults.ts';

/** Rows of a page whose size is not asked for. */
const PAGE = 20;

interface PageQuery {
  cursor?: string | undefined;
  limit?: string | undefined;
}

/** How places of a list are written. */
export interface PlaceForm<P> {
  write(place: P): string;
  /** Null for what `write` does not write. */
  read(text: string): P | null;
}

/** Places that are so many numbers: ids, perhaps with a time before them. */
export const numbers = (count: number): PlaceForm<readonly bigint[]> => ({
  write: (place) => place.join('.'),
  read(text) {
    const parts = text.split('.');
    return parts.length === count && parts.every((part) => /^\d{1,18}$/.test(part))
      ? parts.map(BigInt)
      : null;
  },
});

/** A place that is one id. */
export const oneId: PlaceForm<bigint> = {
  write: String,
  read: (text) => (/^\d{1,18}$/.test(text) ? BigInt(text) : null),
};

/** The pages of one list. Its name is part of its cursors, so that those of another list are refused. */
export function pagesOf<P>(name: string, form: PlaceForm<P>) {
  const encode = (place: P): string =>
    Buffer.from(`${name}.${form.write(place)}`, 'latin1').toString('base64url');

  function decode(cursor: string): P | null {
    const text = Buffer.from(cursor, 'base64url').toString('latin1');
    const place = text.startsWith(`${name}.`) ? form.read(text.slice(name.length + 1)) : null;
    // Readers of base64 pass over what is none: only what is written the same again was ours.
    return place !== null && encode(place) === cursor ? place : null;
  }

  return {
    /**
     * What a query asks for: the page after a place (undefined: the first), and how many rows to show. Reading one more than
     * that tells whether there is a next page.
     * @throws Refusal 400 for a cursor that is none of this list
     */
    asked({ cursor, limit }: PageQuery): { after: P | undefined; limit: number } {
      const after =
        cursor === undefined
          ? undefined
          : (decode(cursor) ?? refuseIssues([{ path: 'cursor', reason: 'not a cursor of this list' }]));
      return { after, limit: Number(limit ?? PAGE) };
    },
    /** Where the page after this row begins. */
    cursorAfter: encode,
    /** The page out of rows of which one more than `limit` was read. */
    page<T>(rows: readonly T[], limit: number, place: (row: T) => P) {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return { shown, nextCursor: last !== undefined && rows.length > limit ? encode(place(last)) : null };
    },
  };
}
