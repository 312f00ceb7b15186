// Read marks of this device, in its store and on screen. They belong to no account: announcements are the same for
// everyone.
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { kvGet, kvUpdate } from '#lib/kv.ts';
import { read, write } from '#lib/store.ts';
import { type Marks, isRead, NONE_READ, withAllRead, withRead } from './marks.rules.ts';

const KEY = 'content.read';

/** Null until the store has been read; nothing is marked before that. */
const marksAtom = atom<Marks | null>(null);

/** Another tab may have read something meanwhile. If storage is forbidden, marks last as long as the page. */
export async function readMarks(): Promise<Marks> {
  const marks = (await kvGet<Marks>(KEY).catch(() => undefined)) ?? read(marksAtom) ?? NONE_READ;
  write(marksAtom, marks);
  return marks;
}

async function change(to: (marks: Marks) => Marks): Promise<void> {
  let changed = to(read(marksAtom) ?? NONE_READ);
  const store = (old: Marks | undefined) => (changed = to(old ?? NONE_READ));
  await kvUpdate<Marks>(KEY, store).catch(() => undefined);
  write(marksAtom, changed);
}

type Row = Parameters<typeof isRead>[1];

export const markRead = (row: Pick<Row, 'id'>): Promise<void> => change((marks) => withRead(marks, row));
export const markAllRead = (rows: readonly Row[]): Promise<void> =>
  change((marks) => withAllRead(marks, rows));

/** Says what is unread; nothing is until that is known. */
export function useUnread(): (row: Row) => boolean {
  const marks = useAtomValue(marksAtom);
  useEffect(() => void readMarks(), []);
  return (row) => marks !== null && !isRead(marks, row);
}
