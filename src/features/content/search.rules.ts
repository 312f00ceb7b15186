// Searching announcements without the server, as the server would: anywhere in title or summary, whatever the case.

/** What is searched of an announcement, and by what it is put in order. */
interface Searched {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly publishedAt: string;
}

/** Longer ones are refused by the server. */
export const LONGEST_SEARCH = 80;

/** What is looked for; empty means nothing is. */
export const searchWords = (typed: string): string => typed.trim().normalize('NFC').slice(0, LONGEST_SEARCH);

/** Newest first, each once. Of one that is there twice, the first counts. */
export function searchRows<Row extends Searched>(rows: readonly Row[], words: string): Row[] {
  const wanted = words.toLowerCase();
  const found = new Map<string, Row>();
  for (const row of rows)
    if (!found.has(row.id) && `${row.title}\n${row.summary}`.toLowerCase().includes(wanted))
      found.set(row.id, row);
  const time = ({ publishedAt }: Row) => Date.parse(publishedAt);
  return [...found.values()].toSorted((a, b) => time(b) - time(a) || Number(b.id) - Number(a.id));
}
