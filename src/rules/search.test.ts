// Searching for a member by address: what matches, and what cannot match anyone.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearch } from './search.ts';
import { maskAddress } from './addresses.ts';

const address = fc
  .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 40, maxLength: 40 })
  .map((digits) => `0x${digits.join('')}`);

describe('a search', () => {
  test('for nothing is no search', () => {
    for (const text of [undefined, '', '  ']) expect(readSearch(text)).toBeUndefined();
  });

  test('accepts an address, and of its digits those that lists show, as people copy them, in any case', () => {
    fc.assert(
      fc.property(address, fc.boolean(), (full, upper) => {
        const read = (text: string) => readSearch(` ${upper ? text.toUpperCase() : text.toLowerCase()} `);
        const small = full.toLowerCase();
        const [start, end] = [small.slice(0, 6), small.slice(-4)];
        for (const whole of [full, full.slice(2)]) expect(read(whole)).toEqual({ whole: small });
        const mask = maskAddress(full);
        for (const form of [mask, mask.slice(2), mask.replace('…', '...'), mask.replace('…', ' … ')])
          expect(read(form)).toEqual({ start, end });
        for (const form of [start, `${start}…`, `${start.slice(2)}…`])
          expect(read(form)).toStrictEqual({ start });
        expect(read(`…${end}`)).toStrictEqual({ end });
        for (const digits of [start.slice(2), end]) expect(read(digits)).toEqual({ either: digits });
      }),
    );
  });

  test('accepts no digit of an address that lists do not show, unless it has all of them', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 5, max: 39 }), (full, length) => {
        const digits = full.slice(2);
        const [first, last] = [digits.slice(0, length), digits.slice(-length)];
        for (const text of [
          first,
          `0x${first}`,
          `0x${first}…`,
          last,
          `…${last}`,
          `0x${first}…${digits.slice(-4)}`,
        ])
          expect(readSearch(text), text).toBeNull();
        expect(readSearch(`${full.slice(0, 6)}…${last}`)).toBeNull();
      }),
    );
  });

  test('for more digits than an address has matches nobody', () => {
    for (const text of [`0x${'1'.repeat(41)}`, '1'.repeat(41), `10x${'1'.repeat(40)}`])
      expect(readSearch(text)).toBeNull();
  });

  test.each([
    '0x',
    '0x123',
    '123',
    '0x12g4',
    '0x1234%',
    '0x123…4567',
    '0x1234…567',
    '…',
    '0x1234 5678',
    'ann',
  ])('for %s matches nobody', (text) => {
    expect(readSearch(text)).toBeNull();
  });
});
