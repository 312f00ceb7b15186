/** `npm run operator -- COMMAND …`: sends one command to the server that runs on DATA_DIR and prints its answer. */
import { userInfo } from 'node:os';
import { dataDirOf } from '#server/config/config.ts';
import { ask } from './client.ts';
import { fileWriter, outOf, readFiles } from './files.ts';

const dataDir = dataDirOf();

/** The operating system's user; a user in a container may have no name. */
function whoAmI(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Replaces control characters, which a terminal would obey: other people's texts may contain them, such as a token's symbol. */
const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '�');

async function run(args: string[]): Promise<boolean> {
  const out = outOf(args);
  const writer = out === undefined ? undefined : fileWriter(out);
  try {
    const request = { args, by: whoAmI() };
    let reply = await ask(dataDir, request, writer?.add);
    if (reply.wants)
      reply = await ask(dataDir, { ...request, files: readFiles(reply.wants, args) }, writer?.add);
    for (const file of reply.files ?? []) writer?.add(file);
    const written = reply.ok ? (writer?.finish() ?? []) : [];
    (reply.ok ? process.stdout : process.stderr).write(`${plain(reply.text)}\n`);
    for (const file of written) process.stdout.write(`written: ${file}\n`);
    return reply.ok;
  } finally {
    writer?.drop();
  }
}

function explain(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== 'connect') return message.split('\n')[0] ?? '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED')
    return `no server runs on ${dataDir}; start it with npm start, or set DATA_DIR`;
  return code === 'EACCES' ? `${dataDir} belongs to another user` : message;
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
