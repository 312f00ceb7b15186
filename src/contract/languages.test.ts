// Which language a tag stands for, and what the server is told.
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

test('every language is known by its code, and by the name that the server is told', () => {
  for (const language of LANGUAGES)
    expect([language, languageOf(language), languageOf(wireLanguage(language))]).toEqual([
      language,
      language,
      language,
    ]);
});

test('the server is told the names of the specification', () => {
  expect([wireLanguage('zh-Hans'), wireLanguage('zh-TW'), wireLanguage('th')]).toEqual([
    'zh_CN',
    'zh_TW',
    'th',
  ]);
});

describe('the first of several tags', () => {
  test('is the first that there is', () => expect(firstLanguage(['de-DE', 'ja-JP', 'en'])).toBe('ja'));
  test('is the fallback where there is none', () => {
    expect(firstLanguage(['de'])).toBe('zh-Hans');
    expect(firstLanguage([])).toBe('zh-Hans');
  });
});
