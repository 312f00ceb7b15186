/**
 * A devnet whose server was killed. It is asked to end at that moment (server/lib/leash.ts) and writes down what it knows; a start that
 * comes right after finds it by its pid file, makes sure that it is ours by its command line, and waits until it is gone.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ConfigError } from '#server/config/config.ts';

const run = promisify(execFile);
const pidFile = (folder: string) => join(folder, 'anvil.pid');

interface Facts {
  parent: number;
  command: string;
}

/** Parent and command line of a process, or undefined when there is none, or no way to know. */
async function inspect(pid: number): Promise<Facts | undefined> {
  try {
    if (process.platform === 'linux') {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // pid (name) state ppid …; the name may hold anything.
      return { command, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }
    const { stdout } = await run('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]);
    const [, parent = '', command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(stdout) ?? [];
    return parent ? { parent: Number(parent), command } : undefined;
  } catch {
    return undefined;
  }
}

const isOurs = (facts: Facts, folder: string) =>
  facts.command.includes('anvil') && facts.command.includes(` --cache-path ${folder} `);

/** Writes down which process is this folder's devnet and which server started it. */
export async function noteProcess(folder: string, pid: number): Promise<void> {
  await writeFile(pidFile(folder), `${pid} ${process.pid}\n`);
}

/** Forgets the process: it ended as it should. */
export async function forgetProcess(folder: string): Promise<void> {
  await rm(pidFile(folder), { force: true });
}

/** The state of some thousand blocks is written in a tenth of a second; a busy machine gets its time. */
const END_LIMIT_MS = 10_000;

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

/**
 * Returns when no devnet of a killed server runs in `folder` any more.
 * @throws ConfigError when its server is still alive: two servers must not share a folder.
 */
export async function endOrphan(folder: string): Promise<void> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '');
  const [pid = 0, server = 0] = text.split(' ').map(Number);
  const ours = async () => {
    const facts = pid > 0 ? await inspect(pid) : undefined;
    return facts && isOurs(facts, folder) ? facts : undefined;
  };
  const found = await ours();
  if (found?.parent === server && server !== process.pid)
    throw new ConfigError(
      `DATA_DIR is in use by another server (process ${server}), whose devnet runs in ${folder}`,
    );
  if (found) {
    const deadline = performance.now() + END_LIMIT_MS;
    // Ask again: whatever killed the server may have killed the watcher that asks.
    tell(pid, 'SIGTERM');
    while (await ours()) {
      if (performance.now() > deadline) tell(pid, 'SIGKILL');
      await sleep(20);
    }
  }
  await forgetProcess(folder);
}
