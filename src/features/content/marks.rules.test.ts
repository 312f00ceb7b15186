// Read marks: one by one, all at once, and for later announcements.
import { expect, test } from 'vitest';
import { isRead, NONE_READ, withAllRead, withRead } from './marks.rules.ts';

const row = (id: number) => ({
  id: String(id),
  publishedAt: new Date(Date.UTC(2026, 10, id)).toISOString(),
});

test('nothing is read at first, and what is opened is marked as read', () => {
  expect(isRead(NONE_READ, row(1))).toBe(false);
  const marks = withRead(withRead(NONE_READ, row(2)), row(2));
  expect(marks.ids).toEqual(['2']);
  expect([1, 2, 3].map((id) => isRead(marks, row(id)))).toEqual([false, true, false]);
});

test('marks all as read, including older ones not on screen, but not later ones', () => {
  const marks = withAllRead(withRead(NONE_READ, row(9)), [row(3), row(5), row(4)]);
  expect([1, 5, 6, 9].map((id) => isRead(marks, row(id)))).toEqual([true, true, false, true]);
});

test('marking all of an older list removes no mark', () => {
  const marks = withAllRead(NONE_READ, [row(5)]);
  expect(withAllRead(marks, [row(2)])).toEqual(marks);
  expect(withAllRead(marks, [])).toEqual(marks);
  expect(withAllRead(NONE_READ, [])).toEqual(NONE_READ);
});

test('a device remembers the last 500 that were opened', () => {
  let marks = NONE_READ;
  for (let id = 1; id <= 501; id += 1) marks = withRead(marks, row(id));
  expect(marks.ids).toHaveLength(500);
  expect([isRead(marks, row(1)), isRead(marks, row(2)), isRead(marks, row(501))]).toEqual([
    false,
    true,
    true,
  ]);
});
