// What people type to find a movement, and what is requested from the server.
import { i18n } from '@lingui/core';
import { beforeEach, expect, test } from 'vitest';
import { readSearch } from '#rules/history-search.ts';
import { askedBy } from './search-words.ts';
import { searchWords } from './search.text.ts';

const COINS = [
  { coin: 'ADIT', name: 'Adit' },
  { coin: 'USDT', name: 'Tether USD' },
  { coin: 'BTC', name: 'Bitcoin' },
];
const HASH = `0x${'ab12'.repeat(16)}`;
const asked = (typed: string) => askedBy(searchWords(typed), COINS, i18n);

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test.each([
  ['', undefined],
  ['btc', 'BTC'],
  ['Bitc', 'BTC'],
  ['usdt btc', 'USDT|BTC'],
  ['USDT → BTC', 'USDT|BTC'],
  ['12', '12|#12'],
  ['−12.5', '12.5'],
  ['1,000 usdt', 'USDT 1000'],
  ['12ADIT', 'ADIT 12|#12'],
  ['#48230', '#48230'],
  [HASH, HASH],
  [HASH.slice(2).toUpperCase(), HASH],
  ['0x5290…9EE7', '0x5290'],
  ['１２', '12|#12'],
  ['welcome', 'coupon:WELCOME'],
  ['Welcome-adit', 'coupon:WELCOME-ADIT'],
  ['coupon welcome', 'coupon coupon:WELCOME'],
])('%j asks for %j', (typed, search) => {
  expect(asked(typed)).toEqual({ search });
  if (search !== undefined) expect(readSearch(search)).not.toBeNull();
});

test('an amount is read in the notation of the language, and never guessed', () => {
  i18n.loadAndActivate({ locale: 'vi', messages: {} });
  expect(asked('12,5')).toEqual({ search: '12.5' });
  expect(asked('1.000')).toHaveProperty('problem');
});

test('what nobody can be asked for is said at once', () => {
  for (const typed of ['ランタン', 'lantern!', 'a-code-that-no-coupon-has'])
    expect(asked(typed)).toEqual({ unknown: typed });
  expect(asked('12 lantern')).toEqual({ unknown: 'lantern' });
  expect(asked('→')).toEqual({ unknown: '→' });
  for (const typed of ['0x12', '1,00,0', '12 30']) expect(asked(typed)).toHaveProperty('problem');
  expect(asked('9'.repeat(21)), 'longer than any amount').not.toHaveProperty('problem');
});
