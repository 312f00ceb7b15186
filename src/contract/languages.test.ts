// Which language a tag stands for, and which name the server gets.
import { describe, expect, test } from 'vitest';
import { LANGUAGES, firstLanguage, languageOf, wireLanguage } from './languages.ts';

test.each([
  ['en-GB', 'en'],
  ['EN', 'en'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-Hans-SG', 'zh-Hans'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['zh-TW', 'zh-TW'],
  ['zh_HK', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-HK', 'zh-TW'],
  ['ja-JP', 'ja'],
  ['pt-BR', undefined],
  ['', undefined],
])('%s means %s', (tag, language) => expect(languageOf(tag)).toBe(language));

test('every language is recognised by its code and by the name that the server gets', () => {
  for (const language of LANGUAGES)
    expect([language, languageOf(language), languageOf(wireLanguage(language))]).toEqual([
      language,
      language,
      language,
    ]);
});

test("the server gets the specification's language names", () => {
  expect([wireLanguage('zh-Hans'), wireLanguage('zh-TW'), wireLanguage('th')]).toEqual([
    'zh_CN',
    'zh_TW',
    'th',
  ]);
});

describe('the first of several tags', () => {
  test('selects the first supported language', () =>
    expect(firstLanguage(['de-DE', 'ja-JP', 'en'])).toBe('ja'));
  test('selects the fallback if none is supported', () => {
    expect(firstLanguage(['de'])).toBe('zh-Hans');
    expect(firstLanguage([])).toBe('zh-Hans');
  });
});
