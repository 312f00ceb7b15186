/** Keys are made once, whole, for nobody else to read, and a broken one is not replaced in silence. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { key32 } from './keys.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'adit-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a given key is taken as it is, with and without 0x, and nothing is written', () => {
  const hex = 'ab'.repeat(32);
  for (const text of [hex, `0x${hex}`]) expect(key32(text, dataDir, 'document').toString('hex')).toBe(hex);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a key is made once and found again, by its owner alone', () => {
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
