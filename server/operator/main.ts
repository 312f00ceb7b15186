/** `npm run operator -- COMMAND …`: sends one command to the server that runs on DATA_DIR and prints its answer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirOf } from '#server/config.ts';
import { type Reply, type Request, socketPath } from './protocol.ts';

const dataDir = dataDirOf();

const ask = (request: Request): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(socketPath(dataDir));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => (text ? resolve(JSON.parse(text) as Reply) : reject(new Error('no answer'))));
  });

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { as: { type: 'string' }, out: { type: 'string' } },
  });
  const reply = await ask({ args: positionals, by: values.as ?? userInfo().username });
  (reply.ok ? process.stdout : process.stderr).write(`${reply.text}\n`);
  if (values.out && reply.files) {
    mkdirSync(values.out, { recursive: true, mode: 0o700 });
    for (const { name, content } of reply.files) {
      const file = join(values.out, name);
      writeFileSync(file, Buffer.from(content, 'base64'), { mode: 0o600 });
      process.stdout.write(`written: ${file}\n`);
    }
  }
  process.exitCode = reply.ok ? 0 : 1;
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === 'ENOENT' || code === 'ECONNREFUSED'
      ? `no server runs on ${dataDir}; start it with npm start, or set DATA_DIR`
      : code === 'EACCES'
        ? `${dataDir} belongs to another user`
        : message;
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
