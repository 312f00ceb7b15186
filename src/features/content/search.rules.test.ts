// Searching what is cached on the device.
import { expect, test } from 'vitest';
import type { ArticleRow } from './content.queries.ts';
import { searchRows, searchWords } from './search.rules.ts';

const row = (id: number, title: string, summary = ''): ArticleRow => ({
  id: String(id),
  lang: 'en',
  title,
  summary,
  cover: null,
  publishedAt: new Date(Date.UTC(2026, 10, Math.ceil(id / 2))).toISOString(),
});
const found = (rows: ArticleRow[], words: string) => searchRows(rows, words).map(({ id }) => id);

test('looks at title and summary, ignoring case, newest first and each once', () => {
  const rows = [row(1, 'Lamp'), row(4, 'Other', 'a LAMP'), row(2, 'lamps'), row(1, 'Lamp'), row(3, 'Draw')];
  expect(found(rows, 'lamp')).toEqual(['4', '2', '1']);
  expect(found(rows, '')).toHaveLength(4);
});

test('takes every character literally, in every script', () => {
  const rows = [row(1, '50% off'), row(2, 'a.b (c)'), row(3, 'ตรวจสอบการออกผล'), row(4, '抽選を確かめる')];
  for (const [words, id] of [
    ['50%', '1'],
    ['.b (', '2'],
    ['การออกผล', '3'],
    ['抽選', '4'],
  ] as const)
    expect(found(rows, words)).toEqual([id]);
  expect(found(rows, '.*')).toEqual([]);
});

test('does not match across title and summary', () =>
  expect(found([row(1, 'one', 'two')], 'onetwo')).toEqual([]));

test('trims the search words, normalises their spelling and limits their length', () => {
  expect(searchWords('  a b ')).toBe('a b');
  expect(searchWords('e\u0301')).toBe('\u00e9');
  expect(searchWords('x'.repeat(90))).toHaveLength(80);
  expect(searchWords('  ')).toBe('');
});
