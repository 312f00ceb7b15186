/** Compressed copies are made once, are right, and follow a newer build. */
import { mkdtemp, mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompress } from './precompress.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-precompress-'));
});
afterEach(() => rm(folder, { recursive: true }));

const LONG = 'const a = 1;\n'.repeat(200);

test('text over 1 kB gets both copies, the rest none', async () => {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/app.js'), LONG);
  await writeFile(join(folder, 'small.js'), 'x');
  await writeFile(join(folder, 'icon.png'), Buffer.alloc(5000));
  expect(await precompress(folder)).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(['assets', 'icon.png', 'small.js']);
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/app.js.br'))).toString()).toBe(LONG);
  expect(gunzipSync(await readFile(join(folder, 'assets/app.js.gz'))).toString()).toBe(LONG);
});

test('a second run does nothing, a changed file is done again, also by an older build', async () => {
  const file = join(folder, 'app.js');
  await writeFile(file, LONG);
  await precompress(folder);
  expect(await precompress(folder)).toBe(0);
  await writeFile(file, `${LONG}// older`);
  await utimes(file, new Date('2020-01-01'), new Date('2020-01-01'));
  expect(await precompress(folder)).toBe(2);
  expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toContain('// older');
});
