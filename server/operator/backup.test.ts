/** The archive of a backup, as the system's own tar unpacks it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backupCommands } from './backup.commands.ts';

const home = mkdtempSync(join(tmpdir(), 'adit-backup-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The archive, with `copy` as the function that copies the database into the folder. */
async function backup(copy: (to: string) => void): Promise<Buffer> {
  const dataDir = mkdtempSync(join(home, 'data-'));
  const database = { copy: async (to: string) => copy(to) };
  const [command] = backupCommands({
    ...{ database, dataDir },
    clock: { wall: () => new Date() },
    chain: { isDevnet: true },
  });
  const answer = await command?.run([], 'test', { options: { out: 'anywhere' }, files: [] });
  const parts: Buffer[] = [];
  try {
    for await (const { content } of answer?.pieces ?? []) parts.push(Buffer.from(content, 'base64'));
  } finally {
    expect(readdirSync(dataDir)).toEqual([]);
  }
  return Buffer.concat(parts);
}

test('contains every file to the last byte and empty folders, readable by their owner alone', async () => {
  const sizes = [0, 1, 512, 513, 700_001];
  const contentOf = (size: number) => Buffer.alloc(size, `${size}|`);
  const archive = join(home, 'one.tar.gz');
  const packed = await backup((to) => {
    for (const folder of ['database/base', 'empty/deep']) mkdirSync(join(to, folder), { recursive: true });
    for (const size of sizes)
      writeFileSync(join(to, 'database/base', `${size}`), contentOf(size), { mode: 0o644 });
  });
  writeFileSync(archive, packed);
  const unpacked = join(home, 'unpacked');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xpzf', archive, '-C', unpacked]);
  const modes = readdirSync(unpacked, { encoding: 'utf8', recursive: true }).map((name) => [
    name,
    (statSync(join(unpacked, name)).mode & 0o777).toString(8),
  ]);
  expect(Object.fromEntries(modes)).toEqual({
    ...Object.fromEntries(['database', 'database/base', 'empty', 'empty/deep'].map((name) => [name, '700'])),
    ...Object.fromEntries(sizes.map((size) => [`database/base/${size}`, '600'])),
  });
  for (const size of sizes)
    expect(readFileSync(join(unpacked, 'database/base', `${size}`)).equals(contentOf(size))).toBe(true);
});

test('a copy that cannot be packed fails the command and nothing else', async () => {
  await expect(backup((to) => rmSync(to, { recursive: true }))).rejects.toThrow('ENOENT');
});
