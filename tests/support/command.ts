/** Runs a program of the server to its end, as a terminal would: its output, its exit code, and how long it took. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { spawnLeashed } from '#server/lib/leash.ts';
import { command } from '#server/operator/terminal.ts';
import { COMPILED } from '#tests/support/app.ts';
import { ROOT } from '#tests/support/steps.ts';

export interface Ended {
  /** Null if it was killed. */
  readonly code: number | null;
  /** It was told to stop after `limitMs`. */
  readonly stopped: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** Runs `node FILE …args` with these settings and no others. */
export async function run(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  limitMs = 30_000,
): Promise<Ended> {
  const start = performance.now();
  const child = spawnLeashed(process.execPath, [file, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (part: Buffer) => (said.stdout += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (said.stderr += part.toString()));
  let stopped = false;
  // SIGTERM first, so that a server that did start can stop its devnet.
  const timer = setTimeout(() => (stopped = child.kill('SIGTERM')), limitMs);
  const end = setTimeout(() => child.kill('SIGKILL'), limitMs + 12_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const ms = performance.now() - start;
  clearTimeout(timer);
  clearTimeout(end);
  return { ...said, ms, code, stopped };
}

/** Sends one operator command to the server that runs on `dataDir`. */
export const operate = (dataDir: string, ...args: string[]) => command(dataDir, args);

/** The operator's audit proves everything on this folder's server and finds nothing. */
export async function expectSound(dataDir: string): Promise<void> {
  const { code, stdout, stderr } = await operate(dataDir, 'ledger', 'check');
  expect([code, stdout.trim(), stderr]).toEqual([0, '0 findings', '']);
}

/** Files under `folder` that contain one of the needles. */
export async function filesWith(
  folder: string,
  needles: readonly (string | Uint8Array)[],
): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A running database removes files while they are listed; one that is gone holds nothing.
    const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    if (needles.some((needle) => content.includes(needle))) found.push(path);
  }
  return found;
}

/** A secret as it could appear in a file: raw, in hex, and in base64 at any offset. */
export function spellings(secret: string | Uint8Array): (string | Uint8Array)[] {
  const bytes = Buffer.from(secret as Uint8Array);
  const base64 = [0, 1, 2].flatMap((offset) => {
    // The first and last characters depend on the neighbouring bytes.
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [bytes, bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...base64];
}
