// Typed codes: however a code is written, it is read in full, and a valid code is unchanged.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCode, coinsText, exactText, isTooLong, minutesToWait } from './airdrop.rules.ts';

test('any text is reduced to valid characters, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
      const code = cleanCode(typed);
      expect(code).toMatch(/^[A-Za-z0-9-]*$/);
      expect(cleanCode(code)).toBe(code);
    }),
  );
});

test('spaces, full-width letters and long dashes are accepted', () => {
  for (const typed of [
    ' Gift-2026\n',
    'Gift\u20132026',
    'Gift\u30fc2026',
    'Ｇｉｆｔ－２０２６',
    'G i f t-2 0 2 6',
    'Gift_-2026!',
  ])
    expect(cleanCode(typed)).toBe('Gift-2026');
});

test('a longer text is not cut to another code', () => {
  expect(cleanCode('deeper-and-longer-than-twenty')).toBe('deeper-and-longer-than-twenty');
  expect(['a'.repeat(20), 'a'.repeat(21)].map(isTooLong)).toEqual([false, true]);
});

test('coins are shown to the last decimal', () => {
  expect(coinsText({ coin: 'BTC', amount: '0.000000001' }, 'en')).toBe('0.000000001 BTC');
  expect(exactText('1200.50', 'en', true)).toBe('+1,200.5');
  expect(coinsText({ coin: null, amount: null }, 'en')).toBeUndefined();
});

test('waits are shown in whole minutes, and not at all if the server names none', () => {
  expect([1, 60, 61, 3600].map((retryAfter) => minutesToWait({ retryAfter }))).toEqual([1, 1, 2, 60]);
  for (const data of [null, undefined, {}, { retryAfter: '5' }, { retryAfter: 0 }])
    expect(minutesToWait(data)).toBeNull();
});
