// The first language: stored, else the browser's, else simplified Chinese.
import { describe, expect, test } from 'vitest';
import { initialLanguage, LANGUAGES, matchLanguage } from './languages.ts';
import { wireLanguage } from './locale.ts';

describe('initialLanguage', () => {
  test('the stored one wins', () => expect(initialLanguage('vi', ['ja'])).toBe('vi'));
  test('an unknown stored one is passed over', () => expect(initialLanguage('xx', ['ja'])).toBe('ja'));
  test('the first of the browser that is offered', () =>
    expect(initialLanguage(null, ['fr-FR', 'de', 'th-TH', 'en'])).toBe('th'));
  test('else simplified Chinese', () => {
    expect(initialLanguage(null, ['fr', 'de'])).toBe('zh-Hans');
    expect(initialLanguage(null, [])).toBe('zh-Hans');
  });
});

test.each([
  ['en-GB', 'en'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-Hans-SG', 'zh-Hans'],
  ['zh-TW', 'zh-TW'],
  ['zh_HK', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['ja-JP', 'ja'],
  ['pt-BR', undefined],
])('%s means %s', (tag, lang) => expect(matchLanguage(tag)).toBe(lang));

test('the server is told the names of the specification', () => {
  expect(LANGUAGES.map(wireLanguage)).toEqual(['en', 'ja', 'th', 'vi', 'zh_CN', 'zh_TW']);
});
