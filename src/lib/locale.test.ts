// The initial language: the stored one, else the browser's, else simplified Chinese.
import { describe, expect, test } from 'vitest';
import { initialLanguage } from './locale.ts';

describe('initialLanguage', () => {
  test('uses the stored language first', () => expect(initialLanguage('vi', ['ja'])).toBe('vi'));
  test('ignores an unknown stored language', () => expect(initialLanguage('xx', ['ja'])).toBe('ja'));
  test("uses the browser's first language that the app supports", () =>
    expect(initialLanguage(null, ['fr-FR', 'de', 'th-TH', 'en'])).toBe('th'));
  test('falls back to simplified Chinese', () => {
    expect(initialLanguage(null, ['fr', 'de'])).toBe('zh-Hans');
    expect(initialLanguage(null, [])).toBe('zh-Hans');
  });
});
