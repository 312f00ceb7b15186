/**
 * The server's end of operator commands. The embedded database has one owner, so commands come to the running server
 * through a socket file in DATA_DIR that only its owner may open.
 */
import { chmodSync, rmSync } from 'node:fs';
import { type Socket, createServer } from 'node:net';
import type { Logger } from 'pino';
import { type Command, CommandError, type Reply, type Request, socketPath } from './protocol.ts';

const MAX_LINE = 64 * 1024;

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
  const server = createServer((socket: Socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_LINE) socket.destroy();
      const end = text.indexOf('\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = '';
      void serve(line).then((reply) => socket.end(`${JSON.stringify(reply)}\n`));
    });
  });
  // The database's lock has been taken before: a socket that lies here is one of a process that was killed.
  rmSync(path, { force: true });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
  return {
    async close() {
      await new Promise((resolve) => server.close(resolve));
      rmSync(path, { force: true });
    },
  };
}
