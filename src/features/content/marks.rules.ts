// What has been read on this device: everything up to a moment, and single announcements after it.

/** An announcement as far as its mark is concerned. */
interface Markable {
  id: string;
  /** ISO time. */
  publishedAt: string;
}

export interface Marks {
  /** What was published until then counts as read. */
  until: string | null;
  /** Read one by one, the last one last. */
  ids: readonly string[];
}

export const NONE_READ: Marks = { until: null, ids: [] };
/** So many single ones are remembered. */
const AT_MOST = 500;

export const isRead = ({ until, ids }: Marks, { id, publishedAt }: Markable): boolean =>
  (until !== null && Date.parse(publishedAt) <= Date.parse(until)) || ids.includes(id);

export const withRead = (marks: Marks, { id }: Pick<Markable, 'id'>): Marks => ({
  ...marks,
  ids: [...marks.ids.filter((other) => other !== id), id].slice(-AT_MOST),
});

/** Everything as old as the newest of these; what comes out later is unread again. Ids stay: they say what can be found offline. */
export function withAllRead(marks: Marks, rows: readonly Markable[]): Marks {
  const times = [
    ...rows.map(({ publishedAt }) => publishedAt),
    ...(marks.until === null ? [] : [marks.until]),
  ];
  const newest = times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0];
  return { ...marks, until: newest ?? null };
}
