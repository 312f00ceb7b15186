/** Which sign-in messages are accepted: every field that can be wrong, one at a time. */
import { getAddress } from 'ethers';
import { describe, expect, test } from 'vitest';
import { signInMessage } from '#tests/support/wallet.ts';
import {
  CLOCK_SKEW_MS,
  type Expected,
  SIGN_IN_MS,
  newInviteCode,
  newNonce,
  originsOf,
  readInviteCode,
  readSignIn,
} from './wallet.rules.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
/** The first example of EIP-55. A random address with one letter changed might be all upper or all lower case, which has no checksum. */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const nonce = newNonce();
const expected: Expected = { origins: ['https://adit.example'], chainId: 56, now: [NOW] };

type Changes = Partial<Parameters<typeof signInMessage>[2]>;
const message = (changes: Changes = {}) =>
  signInMessage(address, nonce, {
    chainId: 56,
    publicUrl: 'https://adit.example',
    issuedAt: NOW,
    ...changes,
  });
const withFields = (fields: Changes['fields']) => message({ fields });
const good = { address, nonce };

/** The message with one more line at its end. */
const withLine = (line: string) => `${message()}\n${line}`;

describe('the message', () => {
  test('is accepted if it is for us, fresh and complete', () => {
    expect(readSignIn(message(), expected)).toEqual(good);
    expect(readSignIn(withFields({ statement: 'Any other sentence.' }), expected)).toEqual(good);
    expect(readSignIn(withFields({ uri: 'https://adit.example/#/mining' }), expected)).toEqual(good);
    expect(readSignIn(withFields({ scheme: 'https' }), expected)).toEqual(good);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['another text', 'Sign in to Adit'],
    ['another domain', withFields({ domain: 'evil.example' })],
    ['our domain on another port', withFields({ domain: 'adit.example:444' })],
    ['a domain that begins like ours', withFields({ domain: 'adit.example.evil.example' })],
    ['a user before our domain', withFields({ domain: 'evil@adit.example' })],
    ['another URI', withFields({ uri: 'https://evil.example' })],
    ['a URI that begins like ours', withFields({ uri: 'https://adit.example.evil.example' })],
    ['our name as the user of another URI', withFields({ uri: 'https://adit.example@evil.example' })],
    ['a blob of our page', withFields({ uri: 'blob:https://adit.example/1' })],
    ['our URI with a user', withFields({ uri: 'https://user@adit.example' })],
    ['our URI without encryption', withFields({ uri: 'http://adit.example' })],
    ['another scheme', withFields({ scheme: 'http' })],
    ['another chain', message({ chainId: 1 })],
    ['a time that is none', message().replace(/Issued At: .*/, 'Issued At: 2026-13-41T04:00:00Z')],
    ['no time', message().replace(/\nIssued At: .*/, '')],
    ['another version', message().replace('Version: 1', 'Version: 2')],
    ['an address in lower case', message().replace(address, address.toLowerCase())],
    ['an address with a wrong checksum', message().replace(address, address.replace('5aA', '5AA'))],
    ['a nonce that is too short', message().replace(nonce, 'abc')],
    ['text after the end', `${message()}\nand more`],
    ['Windows line ends', message().replaceAll('\n', '\r\n')],
    ['expired', withFields({ expirationTime: NOW.toISOString() })],
    ['good from later on', withFields({ notBefore: later(1).toISOString() })],
    ['good until a time that is none', withLine('Expiration Time: 2027-13-41T04:00:00Z')],
    ['good from a time that is none', withLine('Not Before: 2025-13-41T04:00:00Z')],
  ])('is refused: %s', (_, text) => {
    expect(readSignIn(text, expected)).toBeUndefined();
  });

  test('is accepted with all its optional parts, if it has not expired and is already valid', () => {
    const fields = { expirationTime: later(1).toISOString(), notBefore: NOW.toISOString() };
    expect(readSignIn(withFields(fields), expected)).toEqual(good);
    const more = { requestId: 'a-1', resources: ['https://adit.example/a', 'ipfs://b'] };
    expect(readSignIn(withFields({ ...fields, ...more }), expected)).toEqual(good);
    expect(readSignIn(withFields({ resources: [] }), expected)).toEqual(good);
  });

  test.each([
    [-SIGN_IN_MS, true],
    [-SIGN_IN_MS - 1, false],
    [CLOCK_SKEW_MS, true],
    [CLOCK_SKEW_MS + 1, false],
  ])('issued %i ms from now: %s', (ms, taken) => {
    expect(readSignIn(message({ issuedAt: later(ms) }), expected) !== undefined).toBe(taken);
  });

  test('must be valid by one of two clock readings, not by parts of both', () => {
    const moved = { ...expected, now: [later(86_400_000), NOW] };
    expect(readSignIn(message(), moved)).toEqual(good);
    expect(readSignIn(message({ issuedAt: later(86_400_000) }), moved)).toEqual(good);
    expect(readSignIn(message({ issuedAt: later(43_200_000) }), moved)).toBeUndefined();
    // By one reading it is not valid yet, by the other it is no longer fresh.
    const fields = { notBefore: later(3_600_000).toISOString() };
    expect(readSignIn(withFields(fields), moved)).toBeUndefined();
  });
});

describe('the app is reachable', () => {
  test('outside demo mode only at its own address', () => {
    expect(originsOf('https://adit.example/app', false)).toEqual(['https://adit.example']);
    expect(originsOf('http://127.0.0.1:8080', false)).toEqual(['http://127.0.0.1:8080']);
  });

  test('in demo mode under the names of this machine too, on the same port', () => {
    expect(originsOf('http://127.0.0.1:8080', true)).toEqual([
      'http://127.0.0.1:8080',
      'http://localhost:8080',
    ]);
    expect(originsOf('https://adit.example', true)).toContain('http://localhost');
  });
});

describe('codes', () => {
  test('a nonce is long, alphanumeric and never the same', () => {
    const nonces = Array.from({ length: 100 }, newNonce);
    expect(new Set(nonces).size).toBe(100);
    for (const one of nonces) expect(one).toMatch(/^[0-9a-f]{32}$/);
  });

  test('an invite code reads as intended, however it is typed', () => {
    for (let i = 0; i < 100; i += 1) {
      const code = newInviteCode();
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(readInviteCode(` ${code.toLowerCase()} `)).toBe(code);
    }
    expect(readInviteCode('oil')).toBe('011');
    expect(readInviteCode('  ')).toBe('');
  });

  test('addresses are returned with their checksum', () => {
    expect(readSignIn(message(), expected)?.address).toBe(getAddress(address.toLowerCase()));
  });
});
