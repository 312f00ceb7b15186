// Announcements: what is already on the device, which ids are valid, and how dates are shown.
import { expect, test } from 'vitest';
import type { ArticleRow, ArticleText } from './content.queries.ts';
import { isCurrent, publishedText } from './content.rules.ts';

const row: ArticleRow = {
  id: '1',
  lang: 'en',
  title: 'Lamp',
  summary: 'Light',
  cover: '/covers/lamp.svg',
  publishedAt: '2026-11-01T00:00:00.000Z',
};
const stored: ArticleText = { ...row, body: 'On.', asOf: '2026-11-02T00:00:00.000Z' };

test('refetches a text when the list shows the announcement differently, or in another language', () => {
  expect(isCurrent(undefined, row)).toBe(false);
  expect(isCurrent(stored, row)).toBe(true);
  for (const change of [{ title: 'Lamps' }, { cover: null }, { lang: 'th' as const }, { summary: '' }])
    expect(isCurrent(stored, { ...row, ...change })).toBe(false);
});

test('shows the time of day only for new announcements', () => {
  const day = (n: number) => Date.parse(row.publishedAt) + n * 86_400_000;
  expect(publishedText(row.publishedAt, 'en', day(0.5))).toMatch(/^(Today|Yesterday), \d+:\d\d/);
  expect(publishedText(row.publishedAt, 'en', day(8))).toMatch(/^(Oct 31|Nov 1), 2026$/);
});
