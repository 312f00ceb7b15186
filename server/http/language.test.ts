/** Which language a caller gets; every message exists in it. */
import { describe, expect, test } from 'vitest';
import { CODES } from '#contract/codes.ts';
import type { CodeName } from '#contract/codes.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { chooseLanguage, messageText } from './language.ts';

describe('Accept-Language', () => {
  test.each([
    ['zh_CN', 'zh-Hans'],
    ['zh_TW', 'zh-TW'],
    ['en', 'en'],
    ['ja', 'ja'],
    ['vi', 'vi'],
    ['th', 'th'],
    ['zh-Hans', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-MO', 'zh-TW'],
    ['zh', 'zh-Hans'],
    ['EN-gb', 'en'],
    ['ja-JP', 'ja'],
    ['fr, th;q=0.5', 'th'],
    ['en;q=0.2, vi;q=0.9, ja;q=0.9', 'vi'],
    ['en;q=0, th;q=0.1', 'th'],
    ['fr', 'zh-Hans'],
    ['*', 'zh-Hans'],
    ['', 'zh-Hans'],
    ['en;q=abc', 'zh-Hans'],
    [',;,;q=,', 'zh-Hans'],
    [`${'x'.repeat(5000)},en`, 'zh-Hans'],
  ])('%s gives %s', (header, language) => expect(chooseLanguage(header)).toBe(language));

  test('without the header, it is the default language', () =>
    expect(chooseLanguage(undefined)).toBe('zh-Hans'));
});

const names = Object.keys(CODES) as CodeName[];

describe.each(LANGUAGES)('messages in %s', (language) => {
  test('every code but success has its own text', () => {
    const texts = names.filter((name) => name !== 'ok').map((name) => messageText(name, language));
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(messageText('ok', language)).toBe('');
  });

  test('the message about a missing balance contains its figures in the language’s notation, with all digits', () => {
    const text = messageText('insufficient_balance', language, {
      coin: 'USDT',
      balance: '29182.169524382050964696',
      amount: '12345678901234567890',
    });
    const [group, decimal] = language === 'vi' ? ['.', ','] : [',', '.'];
    expect(text).toContain(`29${group}182${decimal}169524382050964696 USDT`);
    expect(text).toContain('12,345,678,901,234,567,890'.replaceAll(',', group));
    expect(text).not.toMatch(/[{}]/);
  });

  test.each([
    ['activation_unavailable', 'trial', {}],
    ['activation_unavailable', 'friend', {}],
    ['coupon_invalid', 'redeemed', {}],
    ['not_found', 'unstaked', {}],
    ['invalid_amount', 'minimum', { coin: 'USDT', minimum: '2' }],
    ['invalid_amount', 'limit', { coin: 'USDT', left: '5' }],
    ['play_paused', 'limit', { dailyBetLimit: '30', spentToday: '20' }],
    ['play_paused', 'guesses', { maxGuesses: 10 }],
  ] as const)('the message of %s for the reason %s is its own, with its figures', (name, reason, figures) => {
    const text = messageText(name, language, { reason, ...figures });
    expect(text).not.toBe(messageText(name, language));
    for (const figure of Object.values(figures)) expect(text).toContain(String(figure));
    expect(text).not.toMatch(/[?{}]/);
  });

  test('missing hashrate is named by the language’s word', () => {
    const figures = { balance: '1200', amount: '1201' };
    const text = messageText('insufficient_balance', language, { coin: 'hashrate', ...figures });
    expect(text).toContain(language === 'vi' ? '1.201' : '1,201');
    expect(text.includes('hashrate')).toBe(language === 'en');
  });

  test('a reason without a message of its own changes nothing', () => {
    for (const reason of ['paused', 'unheard-of', 7, null])
      expect(messageText('play_paused', language, { reason })).toBe(messageText('play_paused', language));
  });

  test('no message shouts, and none contains leftover English', () => {
    for (const name of names) {
      const text = messageText(name, language);
      expect(text).not.toMatch(/[!！]/);
      if (language !== 'en' && name !== 'ok') expect(text).not.toBe(messageText(name, 'en'));
    }
  });
});

test('the sentences of the specification are unchanged', () => {
  expect(messageText('please_log_in', 'en')).toBe('Please log in');
  expect(messageText('too_many_requests', 'en')).toBe('Too many requests, please try again later');
  expect(messageText('miner_not_activated', 'en')).toBe('Please Activate Miner');
  expect(messageText('miner_running', 'en')).toBe('Miner Already Started, Try Later');
  expect(messageText('mining_incomplete', 'en')).toBe('Mining Progress Not Complete, Cannot Start');
  expect(messageText('kyc_required', 'en')).toBe('KYC not completed, verify before starting the miner');
  expect(messageText('kyc_invalid', 'en')).toBe(
    'Your submitted information is incorrect. Please upload the correct information.',
  );
  expect(messageText('invalid_amount', 'en')).toBe('Please enter a valid amount');
});
