/**
 * Writes `.br` and `.gz` beside the built files, so that the server compresses nothing while it serves. A file is done
 * again only when it is newer than its compressed copies.
 */
import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller files fit into one packet either way. */
const MIN_BYTES = 1024;
/** Pictures and fonts in WOFF2 are compressed already. */
const TEXT = /\.(js|mjs|css|html|json|svg|txt|map|wasm|webmanifest|xml)$/;

const METHODS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

const modified = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.mtimeMs ?? -1;

/** Compresses what is missing or stale under `folder`; returns how many files it wrote. */
export async function precompress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  let written = 0;
  for (const file of files) {
    const { size, mtime, mtimeMs } = await stat(file);
    if (size < MIN_BYTES) continue;
    for (const [extension, compress] of Object.entries(METHODS)) {
      const target = `${file}.${extension}`;
      // The copy carries its original's time: a build that is older than the copy is seen as well.
      if (Math.abs((await modified(target)) - mtimeMs) < 10) continue;
      await writeFile(target, await compress(await readFile(file)));
      await utimes(target, mtime, mtime);
      written += 1;
    }
  }
  return written;
}
