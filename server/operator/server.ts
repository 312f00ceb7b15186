/**
 * The server's end of operator commands. The embedded database has one owner, so commands reach the running server
 * through a socket file in DATA_DIR that only its owner may open. Of servers that share a folder (on PostgreSQL), the
 * latest one answers. Once it no longer does, another takes its place; each removes only its own socket.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { type Server, type Socket, createConnection, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type Answered, type Desk, answer, failure } from './answer.ts';
import { CommandError, MAX_LINE, TOO_LARGE, socketPath } from './protocol.ts';

/** A client must send its command within this time. */
const IDLE_MS = 30_000;
/** How long a closing server waits for running commands and for clients that read their answers. */
const CLOSE_MS = 2000;
/** How often a server whose socket was replaced looks whether the other one still answers. */
const LOOK_MS = 2000;

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

/**
 * Whether no server listens there: the file is missing, or its server was killed. Any other error, such as a full
 * queue, comes from a server that runs.
 */
const isDeserted = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    const answer = (deserted: boolean) => {
      socket.destroy();
      resolve(deserted);
    };
    socket.once('connect', () => answer(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      answer(code === 'ENOENT' || code === 'ECONNREFUSED'),
    );
  });

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

export async function serveOperator(dataDir: string, desk: Desk, lookMs = LOOK_MS) {
  const path = socketPath(dataDir);
  const refusal = (error: unknown): Answered => {
    if (error instanceof CommandError) return { ok: false, text: error.message };
    desk.log.error({ err: error }, 'operator command failed');
    return { ok: false, text: failure(error) };
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
  const meet = (socket: Socket): void => {
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
  };
  const end = (one: Server) => new Promise((resolve) => one.close(resolve));
  /** Servers that nobody can reach any more; they still answer the commands that they are running. */
  let ended: Promise<unknown> = Promise.resolve();
  let server = createServer(meet);
  let inode = await listenAt(server, path);

  /** Takes the place that another server had, once nobody answers there. Of two that do, the later one answers. */
  async function look(): Promise<void> {
    if (inodeOf(path) === inode || !(await isDeserted(path))) return;
    const next = createServer(meet);
    inode = await listenAt(next, path);
    ended = Promise.all([ended, end(server)]);
    server = next;
  }
  let looking: Promise<void> | undefined;
  let failing = false;
  const timer = setInterval(() => {
    looking ??= look()
      .then(() => void (failing = false))
      .catch((error: unknown) => {
        if (!failing) desk.log.warn({ err: error }, 'operator commands cannot reach this server');
        failing = true;
      })
      .finally(() => (looking = undefined));
  }, lookMs).unref();

  return {
    async close() {
      clearInterval(timer);
      await looking;
      // First, so that another server takes over while the last commands are answered.
      if (inodeOf(path) === inode) rmSync(path, { force: true });
      const closed = Promise.all([ended, end(server)]);
      for (const socket of silent) socket.destroy();
      const late = setTimeout(() => connected.forEach((socket) => socket.destroy()), CLOSE_MS);
      await closed;
      clearTimeout(late);
    },
  };
}
