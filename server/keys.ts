/** Keys that the server makes for itself outside production: one file each in DATA_DIR/keys, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** 32 bytes: the given hex, or what the file holds, or new ones that are written there first. */
export function key32(given: string | undefined, dataDir: string, name: string): Buffer {
  if (given) return Buffer.from(given.replace(/^0x/, ''), 'hex');
  const folder = join(dataDir, 'keys');
  const file = join(folder, `${name}.key`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // 'wx' lets one of several starting processes win; the others read what it wrote.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}
