// Codes as they are typed: whatever way one is written, what is left of it fits the field, and a good one is left as it is.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCode, coinsText, exactText, minutesToWait } from './airdrop.rules.ts';

test('what is left of any text can stand in a code, and is left alone from then on', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
      const code = cleanCode(typed);
      expect(code).toMatch(/^[A-Za-z0-9-]{0,20}$/);
      expect(cleanCode(code)).toBe(code);
    }),
  );
});

test('blanks, full-width letters and long dashes are forgiven', () => {
  for (const typed of [
    ' Gift-2026\n',
    'Gift\u20132026',
    'Ｇｉｆｔ－２０２６',
    'G i f t-2 0 2 6',
    'Gift_-2026!',
  ])
    expect(cleanCode(typed)).toBe('Gift-2026');
});

test('coins are told to the last decimal', () => {
  expect(coinsText({ coin: 'BTC', amount: '0.000000001' }, 'en')).toBe('0.000000001 BTC');
  expect(exactText('1200.50', 'en', true)).toBe('+1,200.5');
  expect(coinsText({ coin: null, amount: null }, 'en')).toBeUndefined();
});

test('who has to wait is told whole minutes, and nothing where the server told nothing', () => {
  expect([1, 60, 61, 3600].map((retryAfter) => minutesToWait({ retryAfter }))).toEqual([1, 1, 2, 60]);
  for (const data of [null, undefined, {}, { retryAfter: '5' }, { retryAfter: 0 }])
    expect(minutesToWait(data)).toBeNull();
});
