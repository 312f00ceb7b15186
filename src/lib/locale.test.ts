// The first language: stored, else the browser's, else simplified Chinese.
import { describe, expect, test } from 'vitest';
import { initialLanguage } from './locale.ts';

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
