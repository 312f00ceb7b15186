/** The archive of a backup, as the system's own tar unpacks it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tarHeader, tarOf } from './tar.ts';

const home = mkdtempSync(join(tmpdir(), 'adit-tar-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('holds every file to the last byte, and folders that are empty', async () => {
  const [from, to] = [join(home, 'from'), join(home, 'to')];
  for (const folder of ['a/b', 'empty/deep']) mkdirSync(join(from, folder), { recursive: true });
  mkdirSync(to);
  const sizes = [0, 1, 511, 512, 513, 256 * 1024, 700_001];
  for (const size of sizes) writeFileSync(join(from, 'a/b', `${size}`), Buffer.alloc(size, `${size}|`));
  const archive = join(home, 'one.tar');
  const parts: Buffer[] = [];
  for await (const part of tarOf(from)) parts.push(part);
  writeFileSync(archive, Buffer.concat(parts));
  execFileSync('tar', ['-xf', archive, '-C', to]);
  const names = (folder: string) => new Set(readdirSync(folder, { encoding: 'utf8', recursive: true }));
  expect(names(to)).toEqual(names(from));
  for (const size of sizes)
    expect(readFileSync(join(to, 'a/b', `${size}`)).equals(Buffer.alloc(size, `${size}|`))).toBe(true);
});

test('a name that does not fit is an error, not another name', () => {
  expect(() => tarHeader({ name: 'x'.repeat(101), size: 0, mtime: new Date(0) })).toThrow(RangeError);
});
