// The signature is the HMAC that anybody can compute over the canonical text.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonical, DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { serverNow } from '#lib/time.ts';
import { signed } from './sign.ts';

test('adds a timestamp and the HMAC-SHA256 of the sorted parameters', async () => {
  const sent = await signed({ b: 'ü&', a: ['1'], empty: '', none: null });
  const { sign, ...rest } = sent;
  expect(sign).toBe(createHmac('sha256', DEVELOPMENT_SIGN_KEY).update(canonical(rest)).digest('hex'));
  expect(canonical(rest)).toBe(`a=%5B%221%22%5D&b=%C3%BC%26&timestamp=${sent.timestamp}`);
  expect(Math.abs(Number(sent.timestamp) - serverNow())).toBeLessThan(5000);
});
