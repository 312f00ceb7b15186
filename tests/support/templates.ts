// Copies of the folders that a run has prepared (data.setup.ts). Outside of a run there are none, and what asks for one starts on nothing.
import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variables that name the prepared folders. */
export const APP_TEMPLATE = 'ADIT_TEST_APP';
export const DATABASE_TEMPLATE = 'ADIT_TEST_DATABASE';

/**
 * PostgreSQL's own template databases, a third of a data folder: nobody connects to them and nothing writes to them, so that all
 * copies share their files.
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

/** A new folder with what was prepared in it; undefined without. Whoever asks removes it. */
export async function copyOf(template: string, name: string): Promise<string | undefined> {
  const prepared = process.env[template];
  if (!prepared) return undefined;
  const folder = await mkdtemp(join(tmpdir(), name));
  // 1200 small files: in one go they take a third of the processor that `cp` of node:fs takes.
  copy(prepared, folder, false);
  return folder;
}
