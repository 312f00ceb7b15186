/** The sizes of the built page and their budgets. Bytes as the server sends them: Brotli, or Gzip for the worker. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';

interface Weights {
  /** Scripts and styles that the first screen needs, Brotli. */
  firstScreen: number;
  /** What the worker precaches, Brotli. */
  kept: number;
  /** The same, uncompressed as on the device. */
  keptRaw: number;
  /** The worker's own script, Gzip. */
  worker: number;
}

/** In bytes, with room for the hashes in file names: other hashes alone change a size by some 200 bytes. */
export const BUDGETS: Omit<Weights, 'keptRaw'> = { firstScreen: 106_500, kept: 471_000, worker: 30_000 };

const NAMES = { firstScreen: 'the first screen', kept: 'what is kept offline', worker: 'the worker' };

/** The compressed copy if there is one; smaller files are sent as they are. */
function bytes(file: string, extension: 'br' | 'gz'): number {
  const packed = `${file}.${extension}`;
  return statSync(existsSync(packed) ? packed : file).size;
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '');

/** The page's own files and everything that they import before they run. */
function firstScreen(dist: string): string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = new Set(namesIn(html, /(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g));
  for (const file of files)
    if (file.endsWith('.js'))
      for (const name of namesIn(
        readFileSync(join(dist, file), 'utf8'),
        /\bfrom\s*["'`](\.[^"'`]+\.js)["'`]/g,
      ))
        files.add(posix.join(posix.dirname(file), name));
  return [...files];
}

/** The files that the build lists for the worker, without the languages, which it caches on request (sw/texts.ts). */
export function keptFiles(dist: string): string[] {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  return namesIn(worker, /\burl["'`]?:\s*["'`]([^"'`]+)["'`]/g).filter(
    (name) => !name.startsWith('assets/texts/'),
  );
}

const sum = (sizes: number[]): number => sizes.reduce((a, b) => a + b, 0);

/** Measures a built and compressed page. */
export function weigh(dist: string): Weights {
  const kept = keptFiles(dist);
  return {
    firstScreen: sum(firstScreen(dist).map((file) => bytes(join(dist, file), 'br'))),
    kept: sum(kept.map((file) => bytes(join(dist, file), 'br'))),
    keptRaw: sum(kept.map((file) => statSync(join(dist, file)).size)),
    worker: bytes(join(dist, 'sw.js'), 'gz'),
  };
}

const kilo = (size: number): string => (size / 1000).toFixed(1);

/**
 * One line with each size and its budget. Budgets apply to a page with the development key: another key changes the
 * hashes too, which must not fail an operator's build.
 * @throws Error naming what is too large
 */
export function weighed(weights: Weights, signKey: string): string {
  const all = (['firstScreen', 'kept', 'worker'] as const).map((part) => ({
    text: `${NAMES[part]} ${kilo(weights[part])} of ${kilo(BUDGETS[part])} kB`,
    over: weights[part] > BUDGETS[part],
  }));
  const over = all.filter((part) => part.over).map(({ text }) => text);
  if (over.length > 0 && signKey === DEVELOPMENT_SIGN_KEY)
    throw new Error(`the page has become too heavy: ${over.join(', ')}`);
  return all.map(({ text }) => text).join(', ');
}
