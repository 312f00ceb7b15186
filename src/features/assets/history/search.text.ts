// The text of a search, as typed and as it appears in the address.

/** More than a hash of 66 characters and a word. */
export const LONGEST_SEARCH = 100;

/** What is searched for; empty means no search. */
export const searchWords = (typed: string): string =>
  typed.normalize('NFKC').trim().replace(/\s+/g, ' ').slice(0, LONGEST_SEARCH);
