/**
 * A devnet that outlived its server (kill -9). The next start finds it by its pid file, makes sure that it is ours by its
 * command line, and takes over what it knows before ending it: it mined on, so it knows more than the last saved state.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ConfigError } from '#server/config.ts';

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

/**
 * Ends the devnet that a killed server left behind in `folder`, after `rescue` had its chance.
 * @throws ConfigError when its server is still alive: two servers must not share a folder.
 */
export async function endOrphan(folder: string, rescue: () => Promise<void>): Promise<void> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '');
  const [pid = 0, server = 0] = text.split(' ').map(Number);
  const facts = pid > 0 ? await inspect(pid) : undefined;
  if (facts && isOurs(facts, folder)) {
    if (facts.parent === server && server !== process.pid)
      throw new ConfigError(
        `DATA_DIR is in use by another server (process ${server}), whose devnet runs in ${folder}`,
      );
    await rescue();
    process.kill(pid, 'SIGKILL');
    const ours = async () => isOurs((await inspect(pid)) ?? { parent: 0, command: '' }, folder);
    for (let round = 0; round < 100 && (await ours()); round += 1) await sleep(20);
  }
  await forgetProcess(folder);
}
