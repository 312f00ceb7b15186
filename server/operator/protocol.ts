/** The line protocol between the operator's command and the running server: one JSON line each way on a socket file. */
import { join, relative } from 'node:path';

export interface Request {
  /** As typed: `['kyc', 'approve', '7']`. */
  args: string[];
  /** The operating system's user, kept with what is changed. */
  by: string;
}

export interface Reply {
  ok: boolean;
  text: string;
  /** Files that the command writes where the operator asked for them, base64. */
  files?: { name: string; content: string }[];
}

/** Socket paths are limited to about 100 bytes; the way from here is often the shorter one. */
export function socketPath(dataDir: string): string {
  const full = join(dataDir, 'operator.sock');
  const short = relative(process.cwd(), full);
  return short.length < full.length ? short : full;
}

/** A refusal of a command, told in one line. */
export class CommandError extends Error {}

export interface Command {
  /** Words of the command, `kyc list`. */
  name: string;
  usage: string;
  run(args: string[], by: string): Promise<Omit<Reply, 'ok'>>;
}
