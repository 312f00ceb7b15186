/**
 * The server's end of operator commands. The embedded database has one owner, so commands come to the running server
 * through a socket file in DATA_DIR that only its owner may open. Servers that share a folder (on PostgreSQL) may take
 * over from each other: the latest one answers, and only takes away a socket that is its own.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { type Command, CommandError, type Reply, type Request, socketPath } from './protocol.ts';

const MAX_LINE = 64 * 1024;
/** Who connects says what he wants. */
const IDLE_MS = 30_000;
/** So long a closing server waits for commands that run and for readers of their answers. */
const CLOSE_MS = 2000;

const help = (commands: readonly Command[]): string =>
  ['Commands:', ...commands.map((command) => `  ${command.usage}`)].join('\n');

/** Finds the command whose words begin the line and runs it with the rest. */
async function answer(commands: readonly Command[], request: Request): Promise<Reply> {
  const line = request.args.join(' ');
  if (!line || line === 'help') return { ok: true, text: help(commands) };
  const command = commands.find(({ name }) => line === name || line.startsWith(`${name} `));
  if (!command) return { ok: false, text: `unknown command: ${line}\n${help(commands)}` };
  const reply = await command.run(request.args.slice(command.name.split(' ').length), request.by);
  return { ok: true, ...reply };
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/**
 * Listens in a folder that nobody else can enter and moves the socket into place once only its owner may open it.
 * Returns what tells it from another server's socket.
 */
async function listenAt(server: Server, path: string): Promise<number | undefined> {
  const folder = mkdtempSync(join(dirname(path), '.s-'));
  // Not longer than the place it is moved to: paths of sockets are short.
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

export async function serveOperator(dataDir: string, commands: readonly Command[], log: Logger) {
  const path = socketPath(dataDir);
  const serve = async (line: string): Promise<Reply> => {
    try {
      return await answer(commands, JSON.parse(line) as Request);
    } catch (error) {
      if (error instanceof CommandError) return { ok: false, text: error.message };
      log.error({ err: error }, 'operator command failed');
      return { ok: false, text: 'the command failed; the server log tells why, nothing was changed' };
    }
  };
  const connected = new Set<Socket>();
  /** Connections that have not said what they want. */
  const silent = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    connected.add(socket);
    silent.add(socket);
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(IDLE_MS, () => silent.has(socket) && socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      connected.delete(socket);
      silent.delete(socket);
    });
    socket.on('data', (chunk: string) => {
      // One command a connection.
      if (!silent.has(socket)) return;
      text += chunk;
      const end = text.indexOf('\n');
      if (end < 0) {
        if (text.length > MAX_LINE) socket.destroy();
        return;
      }
      silent.delete(socket);
      void serve(text.slice(0, end)).then((reply) =>
        socket.end(`${JSON.stringify(reply)}\n`, () => socket.destroy()),
      );
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
