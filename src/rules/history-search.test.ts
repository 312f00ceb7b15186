// What a search of the fund history may say, word by word: the page writes it, and the server reads the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FUND_CATEGORIES, FUND_PURPOSES } from './fund-categories.ts';
import { readSearch, writeSearch } from './history-search.ts';

const NAMES = [...FUND_CATEGORIES, ...FUND_PURPOSES];

describe('a search', () => {
  test('is of words that each stand for coins and names', () => {
    expect(readSearch('USDT')).toEqual({ words: [{ coins: ['USDT'], names: [] }] });
    expect(readSearch('BTC|race|race_bet refund')).toEqual({
      words: [
        { coins: ['BTC'], names: ['race', 'race_bet'] },
        { coins: [], names: ['refund'] },
      ],
    });
    for (const name of NAMES) expect(readSearch(name)?.words).toEqual([{ coins: [], names: [name] }]);
  });

  test.each(['AB', '1INCH', 'A1', '0X', 'ABCDEFGHIJ', '1234567890'.replace('5', 'X')])(
    'takes %s for a coin',
    (coin) => expect(readSearch(coin)).toEqual({ words: [{ coins: [coin], names: [] }] }),
  );

  test.each([
    'A',
    'ABCDEFGHIJK',
    'btc',
    'B-C',
    '_BTC',
    'BTC_',
    'BTC|',
    '|BTC',
    'B C',
    'nothing',
    '',
    ' USDT',
    'USDT ',
  ])('is not “%s”', (text) => expect(readSearch(text)).toBeNull());

  test('has one value at most, which may be read as an amount, a number or the beginning of a hash', () => {
    const value = (text: string) => readSearch(text)?.value;
    expect(readSearch('12.5')).toEqual({ words: [], value: { amount: '12.5' } });
    expect(readSearch('USDT 7')).toEqual({ words: [{ coins: ['USDT'], names: [] }], value: { amount: '7' } });
    expect(value('7|#7')).toEqual({ amount: '7', entry: '7' });
    expect(value(`#${'9'.repeat(18)}`)).toEqual({ entry: '9'.repeat(18) });
    expect(value('0xabcd')).toEqual({ reference: '0xabcd' });
    expect(value('coupon:GIFT-1')).toEqual({ code: 'GIFT-1' });
    expect(value(`0x${'0f'.repeat(32)}`)).toEqual({ reference: `0x${'0f'.repeat(32)}` });
    expect([value('0xABcd'), value('coupon:gift')]).toEqual([{ reference: '0xabcd' }, { code: 'GIFT' }]);
    expect(value(`1.${'1'.repeat(18)}`)).toEqual({ amount: `1.${'1'.repeat(18)}` });
    expect(readSearch('race')).not.toHaveProperty('value');
  });

  test.each([
    '7 8',
    '7|8',
    '7|x',
    '7 x',
    'USDT|7',
    '#',
    '#x',
    'x#1',
    '#1x',
    `#${'9'.repeat(19)}`,
    '0xabc',
    '00xabcd',
    `0x${'0'.repeat(65)}`,
    `1.${'1'.repeat(19)}`,
    '-1',
    '1e3',
    'coupon:',
    'coupon:A',
    `coupon:${'A'.repeat(21)}`,
  ])('is not the value “%s”', (text) => expect(readSearch(text)).toBeNull());

  test('is read as it was written', () => {
    const word = fc
      .record({
        coins: fc.array(fc.constantFrom('USDT', 'BTC', '1INCH'), { maxLength: 2 }),
        names: fc.subarray(NAMES),
      })
      .filter(({ coins, names }) => coins.length + names.length > 0);
    const value = fc
      .record(
        {
          amount: fc.constantFrom('1', '12.000000000000000001'),
          entry: fc.nat().map(String),
          reference: fc.constantFrom('0xabcd', `0x${'12'.repeat(32)}`),
          code: fc.constantFrom('GIFT', '2026-A'),
        },
        { requiredKeys: [] },
      )
      .filter((parts) => Object.keys(parts).length > 0);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.option(value, { nil: undefined }),
        (words, found) => {
          const search = { words, ...(found && { value: found }) };
          expect(readSearch(writeSearch(search))).toEqual(search);
        },
      ),
    );
    expect(writeSearch({ words: [], value: { amount: '7', entry: '7' } })).toBe('7|#7');
    expect(
      writeSearch({ words: [{ coins: ['USDT'], names: ['race'] }], value: { reference: '0xabcd' } }),
    ).toBe('USDT|race 0xabcd');
  });
});
