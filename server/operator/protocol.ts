/**
 * The line protocol between the operator's command and the running server, on a socket file: one JSON line asks; pieces of
 * files, a line each, and then one line with the answer come back.
 */
import { join, relative } from 'node:path';

/** A file that goes with a command or its answer, base64. */
export interface OperatorFile {
  name: string;
  content: string;
}

/** What goes with a command beside its words: `--pinned`, `--at 2026-12-01`, and the files that were named. A flag is ''. */
export interface Given {
  readonly options: Readonly<Record<string, string>>;
  readonly files: readonly OperatorFile[];
}

export interface Request extends Partial<Given> {
  /** As typed: `['kyc', 'approve', '7', '--as', 'olga']`. */
  args: string[];
  /** The operating system's user; kept with what is changed. */
  by: string;
}

export interface Reply {
  ok: boolean;
  text: string;
  /** Files that the command writes where the operator asked for them, base64. */
  files?: OperatorFile[];
  /** Files of the operator's machine that the command needs: it is asked again with them. */
  wants?: string[];
}

/** What a command answers. */
export interface Answer extends Omit<Reply, 'ok' | 'wants'> {
  /** Files too large to be held in memory, piece by piece: pieces of one name follow each other. Sent before the text. */
  pieces?: AsyncIterable<OperatorFile>;
}

/** Characters of a line that asks, base64 of files included. */
export const MAX_LINE = 16 * 1024 * 1024;
/** Bytes of files that fit into it beside the words. */
export const MAX_FILES = Math.floor((MAX_LINE - 256 * 1024) * 0.75);
export const TOO_LARGE = `the files of a command may have ${Math.floor(MAX_FILES / 1024 / 1024)} MiB together`;

/** Bytes that a socket's path may have: `sun_path` holds 108 on Linux, 104 elsewhere, its end among them. */
export const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/** Where the socket is, from here or in full, whichever is shorter. */
export function socketPath(dataDir: string): string {
  const full = join(dataDir, 'operator.sock');
  const short = relative(process.cwd(), full);
  return short.length < full.length ? short : full;
}

/** A refusal of a command, told in one line. */
export class CommandError extends Error {}

/** Options by name: a flag stands alone, a value follows. */
export type Options = Readonly<Record<string, 'flag' | 'value'>>;

export interface Command {
  /** Words of the command, `kyc list`. */
  name: string;
  /** How it is written and, two blanks or more behind, what it does. */
  usage: string;
  /** Its options where `usage` does not write them all out; any other is refused. */
  options?: Options;
  /** What `help` tells of it beyond `usage`. */
  details?: string;
  /** The files of the operator's machine that the words name. They are read there and come with the command. */
  files?(args: readonly string[], options: Given['options']): string[];
  /** It changes something: who, when and what is kept in the operator's log. */
  changes?: true;
  /** It changes nothing and tells what is somebody's: kept in the log as well. */
  logged?: true;
  run(args: string[], by: string, given?: Given): Promise<Answer>;
}
