// What has been read on this device: everything up to a time, and single announcements after it.

/** The facts about an announcement that its mark depends on. */
interface Markable {
  id: string;
  /** ISO time. */
  publishedAt: string;
}

export interface Marks {
  /** Everything published until then counts as read. */
  until: string | null;
  /** Read individually, most recent last. */
  ids: readonly string[];
}

export const NONE_READ: Marks = { until: null, ids: [] };
/** Maximum number of individually read ones. */
const AT_MOST = 500;

export const isRead = ({ until, ids }: Marks, { id, publishedAt }: Markable): boolean =>
  (until !== null && Date.parse(publishedAt) <= Date.parse(until)) || ids.includes(id);

export const withRead = (marks: Marks, { id }: Pick<Markable, 'id'>): Marks => ({
  ...marks,
  ids: [...marks.ids.filter((other) => other !== id), id].slice(-AT_MOST),
});

/**
 * Marks everything up to the newest of these as read; later ones are unread again. Ids are kept: they show what can
 * be found offline.
 */
export function withAllRead(marks: Marks, rows: readonly Markable[]): Marks {
  const times = [
    ...rows.map(({ publishedAt }) => publishedAt),
    ...(marks.until === null ? [] : [marks.until]),
  ];
  const newest = times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0];
  return { ...marks, until: newest ?? null };
}
