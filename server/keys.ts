/** Keys that the server makes for itself outside production: one file each in DATA_DIR/keys, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/** Makes the file whole or not at all, unless it is there: of several starting processes one wins, the others read it. */
function make(file: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // A file system without links.
    fs.copyFileSync(draft, file, fs.constants.COPYFILE_EXCL);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * 32 bytes: the given hex, or what the file holds, or new ones that are written there first.
 * @throws ConfigError when the file holds something else: a new key could not open what the old one has sealed.
 */
export function key32(given: string | undefined, dataDir: string, name: string): Buffer {
  if (given) return Buffer.from(given.replace(/^0x/, ''), 'hex');
  const folder = join(dataDir, 'keys');
  const file = join(folder, `${name}.key`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) make(file);
  const text = fs.readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-fA-F]{64}$/.test(text))
    throw new ConfigError(`${file} does not hold a key of 32 bytes in hex; put back the one that was there`);
  return Buffer.from(text, 'hex');
}
