/**
 * The client's access to files: it reads those that a command names and writes answers into one folder and nowhere
 * else.
 */
import {
  type Stats,
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { typedIn } from '#server/config/config.ts';
import { CommandError, MAX_FILES, type OperatorFile, TOO_LARGE } from './protocol.ts';

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
};

const placeOf = (typed: string): string => resolve(typedIn(), typed);

function refuseFile(path: string, error: unknown): never {
  const { code = '', message } = error as NodeJS.ErrnoException;
  throw new CommandError(`${path} cannot be read: ${WHY[code] ?? message}`);
}

/**
 * Reads the files that the server asks for, but only those that the operator has typed.
 * @throws CommandError in one line, before anything is read, if one is not a file or all of them are too large
 */
export function readFiles(wanted: readonly string[], typed: readonly string[]): OperatorFile[] {
  const named = new Set([...typed, ...typed.map((word) => word.slice(word.indexOf('=') + 1))]);
  let size = 0;
  for (const name of wanted) {
    if (!named.has(name)) throw new CommandError(`the server asked for ${name}, which was not named`);
    const path = placeOf(name);
    let found: Stats;
    try {
      found = statSync(path);
    } catch (error) {
      refuseFile(path, error);
    }
    if (!found.isFile()) throw new CommandError(`${path} cannot be read: it is not a file`);
    size += found.size;
  }
  if (size > MAX_FILES) throw new CommandError(TOO_LARGE);
  return wanted.map((name) => {
    try {
      return { name, content: readFileSync(placeOf(name)).toString('base64') };
    } catch (error) {
      return refuseFile(placeOf(name), error);
    }
  });
}

/** Letters, digits, `-`, `_` and single dots between them: such a name stays inside the folder on any system. */
const PLAIN = /^[\w-]+(\.[\w-]+)*$/;

const partOf = (folder: string, name: string) => join(folder, `${name}.part`);

/** @throws CommandError for a name that is not plain */
function inside(name: string): string {
  if (!PLAIN.test(name) || name.length > 200)
    throw new CommandError('the server named a file that would not lie in the folder; nothing was written');
  return name;
}

/** Writes answers into a folder, unreadable to others: under temporary names until they are complete. */
export function fileWriter(typed: string) {
  const folder = placeOf(typed);
  const begun = new Set<string>();
  /** @throws CommandError for an existing file, unless it may be replaced */
  const add = ({ name, content }: OperatorFile, replaces = false): void => {
    const part = partOf(folder, inside(name));
    const bytes = Buffer.from(content, 'base64');
    if (begun.has(name)) return appendFileSync(part, bytes);
    const file = join(folder, name);
    if (!replaces && existsSync(file))
      throw new CommandError(`${file} already exists, so nothing was written; give another folder`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new CommandError(`${folder} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
    }
    rmSync(part, { force: true });
    writeFileSync(part, bytes, { mode: 0o600, flag: 'wx' });
    begun.add(name);
  };
  return {
    add,
    /** Gives the files their final names, and says where they are. */
    finish(): string[] {
      return [...begun].map((name) => {
        const file = join(folder, name);
        renameSync(partOf(folder, name), file);
        return file;
      });
    },
    /** Removes incomplete files. */
    drop(): void {
      for (const name of begun) rmSync(partOf(folder, name), { force: true });
    },
  };
}

/** The folder that `--out` names, before a lone `--`. */
export function outOf(typed: readonly string[]): string | undefined {
  const end = typed.indexOf('--');
  const words = end < 0 ? typed : typed.slice(0, end);
  const at = words.findIndex((word) => word === '--out' || word.startsWith('--out='));
  if (at < 0) return undefined;
  return words[at] === '--out' ? words[at + 1] : words[at]?.slice('--out='.length);
}
