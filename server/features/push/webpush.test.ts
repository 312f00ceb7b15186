/** Encryption reproduces the example of RFC 8291 to the byte, and invalid keys are detected. */
import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MAX_MESSAGE_BYTES, drawOnce, encrypt, readAuth, readPoint } from './webpush.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
/** RFC 8291, section 5 and appendix A. */
const RFC = {
  message: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const device = { p256dh: bytes(RFC.p256dh), auth: bytes(RFC.auth) };

describe('a push message', () => {
  test('matches the example of RFC 8291 to the byte', () => {
    const once = { salt: bytes(RFC.salt), privateKey: bytes(RFC.privateKey) };
    expect(encrypt(Buffer.from(RFC.message), device, once).toString('base64url')).toBe(RFC.body);
  });

  test('is never encrypted the same way twice', () => {
    const [a, b] = [encrypt(Buffer.of(1), device, drawOnce()), encrypt(Buffer.of(1), device, drawOnce())];
    expect(a.subarray(0, 16)).not.toEqual(b.subarray(0, 16));
    expect(a.subarray(21, 86)).not.toEqual(b.subarray(21, 86));
  });

  test('fits the size that every service accepts, and a longer one is refused', () => {
    expect(encrypt(randomBytes(MAX_MESSAGE_BYTES), device, drawOnce())).toHaveLength(4096);
    expect(() => encrypt(randomBytes(MAX_MESSAGE_BYTES + 1), device, drawOnce())).toThrow(RangeError);
  });
});

describe('keys of a subscription', () => {
  test('are read with and without padding', () => {
    expect(readPoint(RFC.p256dh)).toEqual(device.p256dh);
    expect(readPoint(`${RFC.p256dh}=`)).toEqual(device.p256dh);
    expect(readAuth(`${RFC.auth}==`)).toEqual(device.auth);
  });

  test('need a point of 65 bytes that is on the curve', () => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    expect(readPoint(ecdh.getPublicKey('base64url', 'compressed'))).toBeUndefined();
    const beside = Buffer.from(device.p256dh);
    beside[64] = (beside[64] ?? 0) ^ 1;
    const foreign = createECDH('secp256k1');
    for (const wrong of [
      beside,
      foreign.generateKeys(),
      Buffer.alloc(65),
      Buffer.concat([Buffer.of(4), Buffer.alloc(64)]),
      device.p256dh.subarray(1),
    ])
      expect(readPoint(wrong.toString('base64url'))).toBeUndefined();
    expect(readPoint('')).toBeUndefined();
    expect(readPoint('not base64url, this')).toBeUndefined();
  });

  test('need a secret of 16 bytes', () => {
    for (const length of [0, 15, 17])
      expect(readAuth(randomBytes(length).toString('base64url'))).toBeUndefined();
    expect(readAuth('AAAA/AAAA+AAAAAAAAAAAA')).toBeUndefined();
  });
});
