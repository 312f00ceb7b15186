// Searches announcements without the server, with the same rules: anywhere in title or summary, ignoring case.

/** The searched and sorting fields of an announcement. */
interface Searched {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly publishedAt: string;
}

/** The server refuses longer ones. */
export const LONGEST_SEARCH = 80;

/** The search words; empty means no search. */
export const searchWords = (typed: string): string => typed.trim().normalize('NFC').slice(0, LONGEST_SEARCH);

/** Newest first, each once. Of duplicates, the first counts. */
export function searchRows<Row extends Searched>(rows: readonly Row[], words: string): Row[] {
  const wanted = words.toLowerCase();
  const found = new Map<string, Row>();
  for (const row of rows)
    if (!found.has(row.id) && `${row.title}\n${row.summary}`.toLowerCase().includes(wanted))
      found.set(row.id, row);
  const time = ({ publishedAt }: Row) => Date.parse(publishedAt);
  return [...found.values()].toSorted((a, b) => time(b) - time(a) || Number(b.id) - Number(a.id));
}
