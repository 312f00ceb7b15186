/**
 * Pages of lists, newest first: how many rows a page has, where it begins, and where the next one begins. Keyset
 * pagination: a cursor encodes the position of the last row. It is opaque to callers, so its content may change.
 */
import { refuseIssues } from './faults.ts';

/** Rows of a page if the caller does not ask for a number. */
const PAGE = 20;

interface PageQuery {
  cursor?: string | undefined;
  limit?: string | undefined;
}

/** How positions in a list are encoded. */
export interface PlaceForm<P> {
  write(place: P): string;
  /** Null for anything that `write` cannot have written. */
  read(text: string): P | null;
}

/** Positions made of two numbers: ids, or a time before an id. */
export const twoNumbers: PlaceForm<readonly bigint[]> = {
  write: (place) => place.join('.'),
  read(text) {
    const parts = text.split('.');
    return parts.length === 2 && parts.every((part) => /^\d{1,18}$/.test(part)) ? parts.map(BigInt) : null;
  },
};

/** A position that is a single id. */
export const oneId: PlaceForm<bigint> = {
  write: String,
  read: (text) => (/^\d{1,18}$/.test(text) ? BigInt(text) : null),
};

/** The pages of one list. The list's name is part of its cursors, so cursors of other lists are refused. */
export function pagesOf<P>(name: string, form: PlaceForm<P>) {
  const encode = (place: P): string =>
    Buffer.from(`${name}.${form.write(place)}`, 'latin1').toString('base64url');

  function decode(cursor: string): P | null {
    const text = Buffer.from(cursor, 'base64url').toString('latin1');
    const place = text.startsWith(`${name}.`) ? form.read(text.slice(name.length + 1)) : null;
    // Decoding base64 ignores invalid characters. A cursor is ours only if encoding it again gives the same text.
    return place !== null && encode(place) === cursor ? place : null;
  }

  return {
    /**
     * What a query asks for: the position that the page follows (undefined: the first page), and how many rows to show. Read one row
     * more than that to find out whether there is a next page.
     * @throws Refusal 400 for a cursor of another list, or for what is not a cursor at all
     */
    asked({ cursor, limit }: PageQuery): { after: P | undefined; limit: number } {
      const after =
        cursor === undefined
          ? undefined
          : (decode(cursor) ?? refuseIssues([{ path: 'cursor', reason: 'not a cursor of this list' }]));
      return { after, limit: Number(limit ?? PAGE) };
    },
    /** The cursor of the page after this row. */
    cursorAfter: encode,
    /** Builds the page from the rows read, one more than `limit`. */
    page<T>(rows: readonly T[], limit: number, place: (row: T) => P) {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return { shown, nextCursor: last !== undefined && rows.length > limit ? encode(place(last)) : null };
    },
  };
}
