/** The canonical text, checked against the specification and a vector computed elsewhere. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonical } from './signing.ts';

describe('request signing', () => {
  test('sorts the keys, leaves out empty values and the sign itself, and encodes values', () => {
    expect(
      canonical({
        timestamp: '1700000000000',
        b: 'a b&c',
        a: 1,
        empty: '',
        none: null,
        not: undefined,
        sign: 'x',
        off: false,
        Zero: 0,
      }),
    ).toBe('Zero=0&a=1&b=a%20b%26c&off=false&timestamp=1700000000000');
  });

  test('includes arrays and objects as JSON', () => {
    expect(canonical({ numbers: [1, 2, 3], bets: [{ lane: 1, amount: '5' }] })).toBe(
      'bets=%5B%7B%22lane%22%3A1%2C%22amount%22%3A%225%22%7D%5D&numbers=%5B1%2C2%2C3%5D',
    );
  });

  test('computes the HMAC of a known text', () => {
    const hmac = createHmac('sha256', 'adit-development-sign-key')
      .update(canonical({ timestamp: '1700000000000' }))
      .digest('hex');
    expect(hmac).toBe('c5e49a2e79a554f43c8f04b86b047447a434e1e02e1c203aa6bc81747e0b0bf5');
  });
});
