/** Compressed copies are made for larger texts, and can be decompressed. */
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
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

test('text over 1 kB gets both copies, other files none', async () => {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/app.js'), LONG);
  await writeFile(join(folder, 'small.js'), 'x');
  await writeFile(join(folder, 'icon.png'), Buffer.alloc(5000));
  await precompress(folder);
  expect((await readdir(join(folder, 'assets'))).sort()).toEqual(['app.js', 'app.js.br', 'app.js.gz']);
  expect((await readdir(folder)).sort()).toEqual(['assets', 'icon.png', 'small.js']);
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/app.js.br'))).toString()).toBe(LONG);
  expect(gunzipSync(await readFile(join(folder, 'assets/app.js.gz'))).toString()).toBe(LONG);
});
