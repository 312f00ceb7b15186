/** The sender's token contains what RFC 8292 requires, is signed with the key that it names, and is reused. */
import { createECDH, webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { vapidOf } from './vapid.ts';

const ecdh = createECDH('prime256v1');
ecdh.generateKeys();
const vapid = vapidOf(ecdh.getPrivateKey(), 'mailto:operator@adit.example');
const NOW = new Date('2026-11-21T12:00:00.500Z');
const SERVICE = new URL('https://push.example:8443/send/abc?device=1');
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

const parts = (authorization: string) => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const json = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
  return { token, key, signed: `${head}.${claims}`, head: json(head), claims: json(claims), signature };
};

test('the token has audience, expiry within a day and contact, signed with ES256 by the key next to it', async () => {
  const { key, signed, head, claims, signature } = parts(vapid.authorization(SERVICE, NOW));
  expect(head).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(claims).toEqual({
    aud: 'https://push.example:8443',
    exp: NOW.getTime() / 1000 + 12 * 3600 - 0.5,
    sub: 'mailto:operator@adit.example',
  });
  expect(key).toBe(vapid.publicKey);
  expect(key).toBe(ecdh.getPublicKey('base64url'));
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const publicKey = await webcrypto.subtle.importKey('raw', Buffer.from(key, 'base64url'), algorithm, false, [
    'verify',
  ]);
  const isSigned = (text: string) =>
    webcrypto.subtle.verify(algorithm, publicKey, Buffer.from(signature, 'base64url'), Buffer.from(text));
  expect(await isSigned(signed)).toBe(true);
  expect(await isSigned(`${signed}x`)).toBe(false);
});

test('one token is reused for hours, but not until its expiry, and never for another service', () => {
  const one = vapidOf(ecdh.getPrivateKey(), 'https://adit.example');
  const at = (hours: number, endpoint = SERVICE) => parts(one.authorization(endpoint, later(hours))).token;
  const first = at(0);
  expect(at(10.9)).toBe(first);
  expect(at(11.1)).not.toBe(first);
  expect(at(0, new URL('https://other.example/send'))).not.toBe(first);
});

test('a machine whose clock is set back does not use a token that lives longer than a day', () => {
  const one = vapidOf(ecdh.getPrivateKey(), 'https://adit.example');
  one.authorization(SERVICE, later(48));
  expect(parts(one.authorization(SERVICE, NOW)).claims).toMatchObject({
    exp: Math.floor(NOW.getTime() / 1000) + 12 * 3600,
  });
});

test('cached tokens of services used once do not stay forever', () => {
  const one = vapidOf(ecdh.getPrivateKey(), 'https://adit.example');
  const tokenOf = (name: number | string) =>
    parts(one.authorization(new URL(`https://${name}.example/`), NOW)).token;
  const [first, last] = [tokenOf('first'), tokenOf('last')];
  for (let i = 0; i < 99; i += 1) tokenOf(i);
  expect(tokenOf('last')).toBe(last);
  expect(tokenOf('first')).not.toBe(first);
});
