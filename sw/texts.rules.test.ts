// A version fetches the texts of the browser's language and of those in use and no others, and lets go of those of the version before.
import { expect, test } from 'vitest';
import { missingTexts, outdatedTexts } from './texts.rules.ts';

const FILES = ['en-AAAAAAAA', 'en-a-b_cdef', 'th-BBBBBBBB', 'zh-Hans-CCCCCCCC', 'zh-TW-DDDDDDDD'].map(
  (name) => `/assets/texts/${name}.js`,
);

test('on a first visit the browser’s own language is fetched', () => {
  expect(missingTexts([], FILES, 'en')).toEqual(FILES.slice(0, 2));
  expect(missingTexts([], FILES, 'zh-Hans')).toEqual([FILES[3]]);
});

test('both files of a language in use are fetched, whatever is in their hashes', () =>
  expect(missingTexts(['/assets/texts/en-00000000.js'], FILES, 'th')).toEqual(FILES.slice(0, 3)));

test('one Chinese is not the other', () =>
  expect(missingTexts(['/assets/texts/zh-TW--_-_-_-_.js'], FILES, 'zh-TW')).toEqual([FILES[4]]));

test('what is kept is not fetched again', () =>
  expect(missingTexts(FILES.slice(0, 2), FILES, 'en')).toEqual([]));

test('files of an older version go, those of this one stay', () =>
  expect(outdatedTexts(['/assets/texts/en-00000000.js', FILES[0] ?? ''], FILES)).toEqual([
    '/assets/texts/en-00000000.js',
  ]));
