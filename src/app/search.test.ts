/** Page queries: plain text, and complete even if a messenger has put its own query before the hash. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

test('reads back what was written, as text', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(fc.dictionary(name, fc.string(), { noNullPrototype: true }), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    }),
  );
  expect(parseSearch('?code=12e5')).toEqual({ code: '12e5' });
});

test('loses nothing when there is a query before the hash', () => {
  expect(parseSearch('?id=3?fbclid=x')).toEqual({ id: '3', fbclid: 'x' });
  expect(parseSearch('?id=3?id=9&utm_source=mail')).toEqual({ id: '3', utm_source: 'mail' });
  expect(parseSearch('?fbclid=x')).toEqual({ fbclid: 'x' });
  expect(parseSearch('')).toEqual({});
});
