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

export interface Command {
  /** Words of the command, `kyc list`. */
  name: string;
  usage: string;
  run(args: string[], by: string): Promise<Omit<Reply, 'ok'>>;
}
