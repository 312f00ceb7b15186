// Copies the template folders that a test run prepares (data.setup.ts). Without a run there are none, and callers start from scratch.
import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variables that hold the paths of the template folders. */
export const APP_TEMPLATE = 'ADIT_TEST_APP';
export const DATABASE_TEMPLATE = 'ADIT_TEST_DATABASE';

/**
 * PostgreSQL's own template databases, a third of a data folder. Nothing connects or writes to them, so copies hard-link their files.
 */
const SHARED = /[\\/]db[\\/]base[\\/][14]$/;

function copy(from: string, to: string, shared: boolean): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target, { mode: statSync(source).mode });
      copy(source, target, SHARED.test(source));
    } else if (shared) linkSync(source, target);
    else copyFileSync(source, target);
  }
}

/** Copies a template to a new temporary folder, which the caller removes. Undefined if there is no template. */
export async function copyOf(template: string, name: string): Promise<string | undefined> {
  const prepared = process.env[template];
  if (!prepared) return undefined;
  const folder = await mkdtemp(join(tmpdir(), name));
  // 1200 small files: copying them synchronously takes a third of the CPU time of node:fs's `cp`.
  copy(prepared, folder, false);
  return folder;
}
