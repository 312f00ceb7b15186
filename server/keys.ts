/** Keys that the server makes for itself outside production: one file each in DATA_DIR/keys, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

const HEX = /^[0-9a-fA-F]{64}$/;

/** Makes the file, whole from the first moment; of several starting processes one wins. */
function makeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * 32 bytes: the given hex, or what the file holds, or new ones that are written there first.
 * @throws ConfigError when the file holds anything else: what was encrypted with its key could not be read any more
 */
export function key32(given: string | undefined, dataDir: string, name: string): Buffer {
  if (given) return Buffer.from(given.replace(/^0x/, ''), 'hex');
  const folder = join(dataDir, 'keys');
  const file = join(folder, `${name}.key`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeOnce(file, randomBytes(32).toString('hex'));
  const text = readFileSync(file, 'utf8').trim();
  if (!HEX.test(text)) throw new ConfigError(`the key file ${file} is damaged; put it back from a backup, or remove it to begin with a new key`);
  return Buffer.from(text, 'hex');
}
