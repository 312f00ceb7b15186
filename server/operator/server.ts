/**
 * The server's end of operator commands. The embedded database has one owner, so commands reach the running server
 * through a socket file in DATA_DIR that only its owner may open. Servers that share a folder (on PostgreSQL) may take
 * over from one another: the latest one answers, and each removes only its own socket.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type Answered, type Desk, FAILED, answer } from './answer.ts';
import { CommandError, MAX_LINE, TOO_LARGE, socketPath } from './protocol.ts';

/** A client must send its command within this time. */
const IDLE_MS = 30_000;
/** How long a closing server waits for running commands and for clients that read their answers. */
const CLOSE_MS = 2000;

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/**
 * Listens in a folder that nobody else can enter, and moves the socket into place once it is set so that only its owner
 * may open it. Returns what distinguishes it from another server's socket.
 */
async function listenAt(server: Server, path: string): Promise<number | undefined> {
  const folder = mkdtempSync(join(dirname(path), '.s-'));
  // No longer than its final path, because socket paths must be short.
  const made = join(folder, 's');
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(made, resolve);
    });
    chmodSync(made, 0o600);
    const inode = inodeOf(made);
    renameSync(made, path);
    return inode;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when there is room again, or the client has gone. */
const room = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });

/** Sends the answer, preceded by files in pieces, no faster than the client reads. */
async function tell(socket: Socket, { pieces, ...reply }: Answered): Promise<void> {
  for await (const piece of pieces ?? []) {
    if (socket.destroyed) return;
    if (!socket.write(`${JSON.stringify({ piece })}\n`)) await room(socket);
  }
  socket.end(`${JSON.stringify(reply)}\n`, () => socket.destroy());
}

/** The text up to the end of its first line, once that has arrived. */
function lineReader(): (chunk: string) => { line: string } | 'too long' | undefined {
  const parts: string[] = [];
  let length = 0;
  return (chunk) => {
    const end = chunk.indexOf('\n');
    parts.push(end < 0 ? chunk : chunk.slice(0, end));
    length += parts.at(-1)?.length ?? 0;
    if (length > MAX_LINE) return 'too long';
    return end < 0 ? undefined : { line: parts.join('') };
  };
}

export async function serveOperator(dataDir: string, desk: Desk) {
  const path = socketPath(dataDir);
  const refusal = (error: unknown): Answered => {
    if (error instanceof CommandError) return { ok: false, text: error.message };
    desk.log.error({ err: error }, 'operator command failed');
    return { ok: false, text: FAILED };
  };
  const serve = async (socket: Socket, line: string): Promise<void> => {
    try {
      await tell(socket, await answer(desk, JSON.parse(line)));
    } catch (error) {
      await tell(socket, refusal(error));
    }
  };
  const connected = new Set<Socket>();
  /** Connections that have not sent a command yet. */
  const silent = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    connected.add(socket);
    silent.add(socket);
    const read = lineReader();
    socket.setEncoding('utf8');
    socket.setTimeout(IDLE_MS, () => silent.has(socket) && socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      connected.delete(socket);
      silent.delete(socket);
    });
    socket.on('data', (chunk: string) => {
      // One command per connection.
      if (!silent.has(socket)) return;
      const said = read(chunk);
      if (said === undefined) return;
      silent.delete(socket);
      if (said === 'too long') void tell(socket, { ok: false, text: TOO_LARGE });
      else void serve(socket, said.line);
    });
  });
  const inode = await listenAt(server, path);
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of silent) socket.destroy();
      const late = setTimeout(() => connected.forEach((socket) => socket.destroy()), CLOSE_MS);
      await closed;
      clearTimeout(late);
      if (inodeOf(path) === inode) rmSync(path, { force: true });
    },
  };
}
