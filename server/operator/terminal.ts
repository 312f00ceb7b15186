/** The operator's terminal: sends one command to the server that runs on a data folder and returns what to show. */
import { userInfo } from 'node:os';
import { ask } from './client.ts';
import { fileWriter, outOf, readFiles } from './files.ts';
import type { OperatorFile } from './protocol.ts';

/** What a terminal shows of a command, and the exit code. */
interface Shown {
  readonly code: 0 | 1;
  readonly stdout: string;
  readonly stderr: string;
}

/** The operating system's user; a user in a container may have no name. */
function whoAmI(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Replaces control characters, which a terminal would obey: texts from others, such as a token's symbol, may contain
 * them.
 */
const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '�');

async function run(dataDir: string, args: string[]): Promise<Shown> {
  const out = outOf(args);
  const writer = out === undefined ? undefined : fileWriter(out);
  try {
    const request = { args, by: whoAmI() };
    // Exports and backups come in pieces; an earlier one is never replaced.
    const heard = (piece: OperatorFile) => writer?.add(piece);
    let reply = await ask(dataDir, request, heard);
    if (reply.wants) reply = await ask(dataDir, { ...request, files: readFiles(reply.wants, args) }, heard);
    for (const file of reply.files ?? []) writer?.add(file, true);
    const text = `${plain(reply.text)}\n`;
    if (!reply.ok) return { code: 1, stdout: '', stderr: text };
    const written = (writer?.finish() ?? []).map((file) => `written: ${file}\n`);
    return { code: 0, stdout: text + written.join(''), stderr: '' };
  } finally {
    writer?.drop();
  }
}

function explain(dataDir: string, error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== 'connect') return message.split('\n')[0] ?? '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED')
    return `no server answers on ${dataDir}; start it with npm start, or set DATA_DIR`;
  return code === 'EACCES' ? `${dataDir} belongs to another user` : message;
}

/** Runs one command. Never throws: errors are part of what is shown. */
export const command = (dataDir: string, args: string[]): Promise<Shown> =>
  run(dataDir, args).catch((error: unknown) => ({
    code: 1,
    stdout: '',
    stderr: `${explain(dataDir, error)}\n`,
  }));
