// What the user is told about a refused bet: why, and what to do instead.
import { i18n } from '@lingui/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError, refusal, transportError } from '#api/errors.ts';
import { CODES, type CodeName } from '#contract/codes.ts';
import { refusalOf } from './refusal.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const about = { balance: '12.5', round: 5_849_201 };
const refused = (name: CodeName, data: unknown = null) =>
  refusalOf(refusal(CODES[name].code, 'The words of the server.', data), about, 'en');

describe('a refused bet', () => {
  test('keeps the choice when the race has closed', () => {
    const { text, limits } = refused('betting_closed');
    expect(text).toMatch(/\d:\d\d\s[AP]M race/);
    expect(text).toContain('kept for the next race');
    expect(limits).toBe(false);
  });

  test('says what is possible when the bank could not pay', () => {
    expect(refused('exposure_limit').text).toContain('Bet less');
  });

  test('says how much money there is, as the server knows it', () => {
    expect(refused('insufficient_balance', { coin: 'ADIT', balance: '3.25', amount: '10' }).text).toContain(
      '3.25 ADIT',
    );
    expect(refused('insufficient_balance').text).toContain('12.5 ADIT');
  });

  test('says until when a pause lasts, and links to the limits', () => {
    const { text, limits } = refused('play_paused', {
      reason: 'paused',
      pausedUntil: '2030-01-02T03:04:00.000Z',
    });
    expect(text).toMatch(/^You paused both games until Jan \d, 2030/);
    expect(limits).toBe(true);
  });

  test('says what is left of the user’s own limit, never less than nothing', () => {
    const limit = (spentToday: string) =>
      refused('play_paused', { reason: 'limit', dailyBetLimit: '30', spentToday }).text;
    expect(limit('29.999999999999999999')).toContain('0.000000000000000001 ADIT left');
    expect(limit('40')).toContain(': 0 ADIT left');
  });

  test('repeats the server’s words when the reason is unknown', () => {
    expect(refused('play_paused').text).toBe('The words of the server.');
    expect(refused('invalid_amount')).toEqual({ text: 'The words of the server.', limits: false });
    expect(refusalOf(new Error('broken'), about, 'en').text).not.toContain('broken');
  });

  test('is sent again if it may have arrived', () => {
    expect(refusalOf(transportError('timeout'), about, 'en').text).toContain('counts only once');
    expect(transportError('timeout')).toBeInstanceOf(ApiError);
  });
});
