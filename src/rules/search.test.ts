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

  test('accepts an address, its first four digits or more, and the shortened form shown in lists, in any case', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 6, max: 42 }), fc.boolean(), (full, length, upper) => {
        const written = (text: string) => ` ${upper ? text.toUpperCase() : text.toLowerCase()} `;
        const small = full.toLowerCase();
        const beginning = { start: small.slice(0, length), end: '' };
        expect(readSearch(written(full.slice(0, length)))).toEqual(beginning);
        expect(readSearch(written(full.slice(2, length)))).toEqual(beginning);
        for (const form of [maskAddress(full), maskAddress(full).replace('…', '...')])
          expect(readSearch(written(form))).toEqual({ start: small.slice(0, 6), end: small.slice(-4) });
      }),
    );
  });

  test.each([
    '0x',
    '0x123',
    '123',
    '0x12g4',
    '0x1234%',
    '0x1234…',
    '…1234',
    '0x123…4567',
    '0x1234 5678',
    'ann',
  ])('for %s matches nobody', (text) => {
    expect(readSearch(text)).toBeNull();
  });
});
