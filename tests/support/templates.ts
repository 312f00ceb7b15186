// Copies of the folders that a run has prepared (data.setup.ts). Outside of a run there are none, and what asks for one starts on nothing.
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variables that name the prepared folders. */
export const APP_TEMPLATE = 'ADIT_TEST_APP';
export const DATABASE_TEMPLATE = 'ADIT_TEST_DATABASE';

/** A new folder with what was prepared in it; undefined without. Whoever asks removes it. */
export async function copyOf(template: string, name: string): Promise<string | undefined> {
  const prepared = process.env[template];
  if (!prepared) return undefined;
  const folder = await mkdtemp(join(tmpdir(), name));
  await cp(prepared, folder, { recursive: true });
  return folder;
}
