/** Queries of pages: plain text, and whole also where a messenger has put its own in front of the hash. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

test('what is written is read again, as text', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(fc.dictionary(name, fc.string(), { noNullPrototype: true }), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    }),
  );
  expect(parseSearch('?code=12e5')).toEqual({ code: '12e5' });
});

test('a query in front of the hash takes nothing away', () => {
  expect(parseSearch('?id=3?fbclid=x')).toEqual({ id: '3', fbclid: 'x' });
  expect(parseSearch('?id=3?id=9&utm_source=mail')).toEqual({ id: '3', utm_source: 'mail' });
  expect(parseSearch('?fbclid=x')).toEqual({ fbclid: 'x' });
  expect(parseSearch('')).toEqual({});
});
