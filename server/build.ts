/** Builds the page if it is missing or older than its sources, so that `npm start` works from a fresh clone. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { environmentWith, loadConfig } from '#server/config/config.ts';
import { precompress } from '#server/build/precompress.ts';
import { writeSbom } from '#server/build/sbom.ts';
import { weigh, weighed } from '#server/build/weigh.ts';

const ROOT = join(import.meta.dirname, '..');
export const DIST = join(ROOT, 'dist');
/** Whether the app has a file at this path, before or after the build. */
export const hasFile = (path: string): boolean =>
  [DIST, join(ROOT, 'public')].some((folder) => existsSync(join(folder, path)));
const STAMP = join(DIST, '.sources');
const SOURCES = [
  'src',
  'sw',
  'public',
  'vite.config.ts',
  'server/build/first-screen.ts',
  'lingui.config.ts',
  'package-lock.json',
];

function* filesUnder(path: string): Generator<string> {
  const entries = readdirSync(path, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesUnder(child);
    else yield child;
  }
}

/** One hash of everything the build depends on: a few hundred small files, about 30 ms. */
function digest(signKey: string): string {
  const hash = createHash('sha256').update(signKey);
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    if (!existsSync(path)) continue;
    const files = source.includes('.') ? [path] : filesUnder(path);
    for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

const isCurrent = (stamp: string): boolean =>
  existsSync(join(DIST, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;

/** @throws Error with the end of the build's output, or when the build tools are not installed or `dist` cannot be written. */
async function runBuild(signKey: string): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite))
    throw new Error(
      'dist/ is not built from these sources with this SIGN_KEY, and the build tools are not installed: run npm ci and npm run build, or copy dist/ here',
    );
  try {
    mkdirSync(DIST, { recursive: true });
    accessSync(DIST, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the page has to be built, and ${DIST} cannot be written: ${code}`, { cause: error });
  }
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env: environmentWith({ NODE_ENV: 'production', VITE_SIGN_KEY: signKey }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A server that is stopped while it builds must leave no build running.
  const atOurEnd = () => child.kill();
  process.once('exit', atOurEnd);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  process.off('exit', atOurEnd);
  if (code !== 0) throw new Error(`the page could not be built:\n${output.slice(-4000)}`);
}

/** Builds the page if there is no current build. SIGN_KEY is part of the page, so another key needs another build. */
export async function ensureBuilt(signKey: string, say: (line: string) => void): Promise<string> {
  const stamp = digest(signKey);
  if (!isCurrent(stamp)) {
    say('building the page');
    await runBuild(signKey);
    await precompress(DIST);
    writeFileSync(STAMP, stamp);
  }
  return DIST;
}

// `npm run build` fails if the page has become too heavy or contains a package with an unknown licence; `npm start`
// serves it anyway.
if (import.meta.main) {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { signKey } = loadConfig();
  const dist = await ensureBuilt(signKey, say);
  writeSbom(ROOT, dist);
  say(weighed(weigh(dist), signKey));
}
