/** A folder as a tar archive (POSIX ustar), a piece at a time: what every system can unpack without a programme of ours. */
import { open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

const BLOCK = 512;
const CHUNK = 256 * 1024;

interface Item {
  /** With `/` at the end of a folder's. */
  readonly name: string;
  readonly size: number;
  readonly mtime: Date;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** A header of 512 bytes. Files are their owner's alone. @throws RangeError for a name that the form cannot hold */
export function tarHeader({ name, size, mtime }: Item): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`too long for a tar: ${name}`);
  const folder = name.endsWith('/');
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => header.write(text, at, 'utf8');
  write(name, 0);
  write(octal(folder ? 0o700 : 0o600, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(size, 12), 124);
  write(octal(Math.floor(mtime.getTime() / 1000), 12), 136);
  // The sum is made with blanks in its own place.
  write(' '.repeat(8), 148);
  write(folder ? '5' : '0', 156);
  write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

async function* contentOf(path: string, size: number): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    let left = size;
    while (left > 0) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(CHUNK, left)));
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
      yield buffer.subarray(0, bytesRead);
      left -= bytesRead;
    }
  } finally {
    await file.close();
  }
  if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK));
}

/** The folder's content, empty folders included, under names that begin inside of it. Nobody may change it meanwhile. */
export async function* tarOf(folder: string): AsyncGenerator<Buffer> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { size, mtime } = await stat(path);
    const name = relative(folder, path).replaceAll('\\', '/');
    if (entry.isDirectory()) yield tarHeader({ name: `${name}/`, size: 0, mtime });
    if (!entry.isFile()) continue;
    yield tarHeader({ name, size, mtime });
    yield* contentOf(path, size);
  }
  yield Buffer.alloc(2 * BLOCK);
}
