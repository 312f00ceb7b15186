/**
 * The line protocol between the operator's command and the running server, over a socket file. One JSON line is the request. The server
 * answers with pieces of files, one line each, and then one line with the answer.
 */
import { join, relative } from 'node:path';

/** A file sent with a command or its answer, base64. */
export interface OperatorFile {
  name: string;
  content: string;
}

/** What is sent with a command besides its words: `--pinned`, `--at 2026-12-01`, and the named files. The value of a flag is ''. */
export interface Given {
  readonly options: Readonly<Record<string, string>>;
  readonly files: readonly OperatorFile[];
}

export interface Request extends Partial<Given> {
  /** As typed: `['kyc', 'approve', '7', '--as', 'olga']`. */
  args: string[];
  /** The operating system's user; stored with every change. */
  by: string;
}

export interface Reply {
  ok: boolean;
  text: string;
  /** Files that the command writes into the operator's folder, base64. */
  files?: OperatorFile[];
  /** Files on the operator's machine that the command needs: the client resends the command with them. */
  wants?: string[];
}

/** What a command answers. */
export interface Answer extends Omit<Reply, 'ok' | 'wants'> {
  /** Files too large for memory, in pieces; those of one file follow each other. Sent before the text. */
  pieces?: AsyncIterable<OperatorFile>;
}

/** The most characters of a request line, including files in base64. */
export const MAX_LINE = 16 * 1024 * 1024;
/** The most bytes of files that fit into it alongside the words. */
export const MAX_FILES = Math.floor((MAX_LINE - 256 * 1024) * 0.75);
export const TOO_LARGE = `the files of a command may have ${Math.floor(MAX_FILES / 1024 / 1024)} MiB together`;

/** The most bytes of a socket's path: `sun_path` has 108 on Linux and 104 elsewhere, including the final NUL. */
export const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/** The path of the socket, relative or absolute, whichever is shorter. */
export function socketPath(dataDir: string): string {
  const full = join(dataDir, 'operator.sock');
  const short = relative(process.cwd(), full);
  return short.length < full.length ? short : full;
}

/** A refused command, with a one-line message. */
export class CommandError extends Error {}

/** The number under which a list shows an entry. @throws CommandError that asks for it */
export function readNumber(text: string | undefined, ask: string): bigint {
  if (!text || !/^\d{1,18}$/.test(text)) throw new CommandError(ask);
  return BigInt(text);
}

/** Characters of a reason that are stored. */
const REASON = 500;

/** Why the operator does something. @throws CommandError that asks for it */
export function readReason(text: string | undefined, ask: string): string {
  const reason = text?.trim().slice(0, REASON);
  if (!reason) throw new CommandError(ask);
  return reason;
}

/** Options by name: a flag stands alone; other options are followed by a value. */
export type Options = Readonly<Record<string, 'flag' | 'value'>>;

export interface Command {
  /** The words of the command, such as `kyc list`. */
  name: string;
  /** How it is written and, after two or more spaces, what it does. */
  usage: string;
  /** Its options if `usage` does not list all of them; any other is refused. */
  options?: Options;
  /** What `help` adds to `usage`. */
  details?: string;
  /** The files on the operator's machine that the words name. They are read there and sent with the command. */
  files?(args: readonly string[], options: Given['options']): string[];
  /** The command changes something: the operator's log records who, when and what. */
  changes?: true;
  /** The command changes nothing but reveals somebody's data, so it is logged too. */
  logged?: true;
  run(args: string[], by: string, given?: Given): Promise<Answer>;
}
