/**
 * Writes `.br` and `.gz` beside the files of a new build, so the server compresses nothing while it serves. This runs
 * after the build and not as a plugin, because no plugin sees the worker, which another plugin writes last.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024;
/** Only text: pictures and WOFF2 fonts are already compressed. */
const TEXT = /\.(js|mjs|css|html|json|svg|txt|map|wasm|webmanifest|xml)$/;

const brotlied = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
const gzipped = (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });

/** Compresses every text under `folder` that is large enough. */
export async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (bytes.length < MIN_BYTES) continue;
    await writeFile(`${file}.br`, await brotlied(bytes));
    await writeFile(`${file}.gz`, await gzipped(bytes));
  }
}
