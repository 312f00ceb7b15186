/** Encrypted replies can be opened only by repeating the same request. */
import { expect, test } from 'vitest';
import { seal, unseal } from './sealing.ts';

const KEY = '2f4b1c9e-8f0a-4a55-9d0e-3c2b1a000001';
const REQUEST = 'POST /api/auth/login\nmessage=…&signature=0xabc';
const REPLY = '{"token":"s3cret","名":"✓"}';

test('a sealed reply opens with its key and request', () => {
  expect(unseal(seal(REPLY, KEY, REQUEST), KEY, REQUEST)).toBe(REPLY);
});

test('nothing of the reply can be read, and encrypting it twice gives different texts', () => {
  const sealed = seal(REPLY, KEY, REQUEST);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('s3cret');
  expect(seal(REPLY, KEY, REQUEST)).not.toBe(sealed);
});

test('another key, another request or a changed byte does not open it', () => {
  const sealed = seal(REPLY, KEY, REQUEST);
  expect(() => unseal(sealed, KEY.replace('1', '2'), REQUEST)).toThrow();
  expect(() => unseal(sealed, KEY, `${REQUEST}d`)).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  for (const at of [0, 13, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(() => unseal(altered.toString('base64'), KEY, REQUEST)).toThrow();
  }
});
