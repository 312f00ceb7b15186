// A new version fetches the texts of the browser's language and of those in use, no others, and drops those of the
// previous version.
import { expect, test } from 'vitest';
import { missingTexts, outdatedTexts } from './texts.rules.ts';

const FILES = ['en-AAAAAAAA', 'en-a-b_cdef', 'th-BBBBBBBB', 'zh-Hans-CCCCCCCC', 'zh-TW-DDDDDDDD'].map(
  (name) => `/assets/texts/${name}.js`,
);

test('fetches the browser’s own language on a first visit', () => {
  expect(missingTexts([], FILES, 'en')).toEqual(FILES.slice(0, 2));
  expect(missingTexts([], FILES, 'zh-Hans')).toEqual([FILES[3]]);
});

test('fetches both files of a language in use, whatever characters their hashes contain', () =>
  expect(missingTexts(['/assets/texts/en-00000000.js'], FILES, 'th')).toEqual(FILES.slice(0, 3)));

test('tells the two Chinese variants apart', () =>
  expect(missingTexts(['/assets/texts/zh-TW--_-_-_-_.js'], FILES, 'zh-TW')).toEqual([FILES[4]]));

test('does not fetch what is already cached', () =>
  expect(missingTexts(FILES.slice(0, 2), FILES, 'en')).toEqual([]));

test('drops files of an older version and keeps those of this one', () =>
  expect(outdatedTexts(['/assets/texts/en-00000000.js', FILES[0] ?? ''], FILES)).toEqual([
    '/assets/texts/en-00000000.js',
  ]));
