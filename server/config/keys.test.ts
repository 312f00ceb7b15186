/** Keys are created once, written completely and readable by nobody else; a damaged one is never silently replaced. */
import { createECDH } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { key32, vapidKey } from './keys.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'adit-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a configured key is used as it is, with and without 0x, and nothing is written', () => {
  const hex = 'ab'.repeat(32);
  for (const text of [hex, `0x${hex}`]) expect(key32(text, dataDir, 'document').toString('hex')).toBe(hex);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a key is created once and found again, readable by its owner alone', () => {
  const made = key32(undefined, dataDir, 'document');
  expect(made).toHaveLength(32);
  expect(key32(undefined, dataDir, 'document')).toEqual(made);
  expect(key32(undefined, dataDir, 'other')).not.toEqual(made);
  const folder = join(dataDir, 'keys');
  expect(readdirSync(folder).sort()).toEqual(['document.key', 'other.key']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'document.key')).mode & 0o777).toBe(0o600);
});

test.each(['', 'ab', 'z'.repeat(64), 'ab'.repeat(33)])(
  'a file that holds "%s" stops the start and stays',
  (text) => {
    const file = join(dataDir, 'keys', 'document.key');
    mkdirSync(join(dataDir, 'keys'));
    writeFileSync(file, text);
    expect(() => key32(undefined, dataDir, 'document')).toThrow(ConfigError);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

describe('the key of Web Push', () => {
  const ecdh = createECDH('prime256v1');
  const [publicKey, privateKey] = [ecdh.generateKeys('base64url'), ecdh.getPrivateKey('base64url')];

  test('is created once, and has a public point', () => {
    const made = vapidKey(undefined, dataDir);
    expect(vapidKey(undefined, dataDir)).toEqual(made);
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['vapid.key']);
    ecdh.setPrivateKey(made);
    expect(ecdh.getPublicKey()).toHaveLength(65);
  });

  test('a configured pair is accepted if its halves belong together', () => {
    expect(vapidKey({ publicKey, privateKey }, dataDir).toString('base64url')).toBe(privateKey);
    expect(readdirSync(dataDir)).toEqual([]);
    const other = Buffer.alloc(32, 7).toString('base64url');
    for (const wrong of [other, 'AAAA', Buffer.alloc(32, 255).toString('base64url')])
      expect(() => vapidKey({ publicKey, privateKey: wrong }, dataDir)).toThrow(/VAPID_PRIVATE_KEY is not/);
  });

  test('a file that contains another kind of key stops the start', () => {
    mkdirSync(join(dataDir, 'keys'));
    writeFileSync(join(dataDir, 'keys', 'vapid.key'), 'f'.repeat(64));
    expect(() => vapidKey(undefined, dataDir)).toThrow(ConfigError);
  });
});
