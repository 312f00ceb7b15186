/** The form of tokens, and how they are read. features/wallet/wallet.repository.test.ts tests whether a token is valid. */
import { expect, test } from 'vitest';
import { bearerToken, hashToken, newToken } from './session.ts';

test('tokens have 256 bits, never repeat, and are stored as SHA-256', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('reads the bearer token of a header', () => {
  expect(bearerToken(undefined)).toBeUndefined();
  expect(bearerToken('Bearer abc-_1')).toBe('abc-_1');
  expect(bearerToken('bearer abc')).toBe('abc');
  for (const bad of ['', 'abc', 'Basic abc', 'Bearer ', 'Bearer a b', `Bearer ${'a'.repeat(201)}`])
    expect(bearerToken(bad)).toBe('');
});
