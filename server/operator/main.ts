/** `npm run operator -- COMMAND …`: sends one command to the server that runs on DATA_DIR and prints its answer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirOf } from '#server/config.ts';
import { type Reply, type Request, socketPath } from './protocol.ts';

const dataDir = dataDirOf();

/** The operating system's user; a container's may have no name. */
function whoAmI(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

const ask = async (request: Request): Promise<Reply> => {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(socketPath(dataDir));
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk: string) => {
      heard += chunk;
    });
    socket.on('close', () => resolve(heard));
  });
  if (!text.endsWith('\n')) throw new Error('the server ended before it answered');
  return JSON.parse(text) as Reply;
};

async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { as: { type: 'string' }, out: { type: 'string' } },
  });
  const reply = await ask({ args: positionals, by: values.as ?? whoAmI() });
  (reply.ok ? process.stdout : process.stderr).write(`${reply.text}\n`);
  if (values.out && reply.files) {
    mkdirSync(values.out, { recursive: true, mode: 0o700 });
    for (const { name, content } of reply.files) {
      const file = join(values.out, name);
      writeFileSync(file, Buffer.from(content, 'base64'), { mode: 0o600 });
      process.stdout.write(`written: ${file}\n`);
    }
  }
  return reply.ok;
}

function explain(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== 'connect') return message;
  if (code === 'ENOENT' || code === 'ECONNREFUSED')
    return `no server runs on ${dataDir}; start it with npm start, or set DATA_DIR`;
  return code === 'EACCES' ? `${dataDir} belongs to another user` : message;
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
