/**
 * One owner for a data folder. The embedded database can be opened twice without an error and is then broken for good,
 * so a lock file with the owner's process id stands in front of it. The lock of a killed process is taken over.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** When a process started, in clock ticks since boot; tells a process from a later one with the same id. Linux only. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ownerOf(file: string): number | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').trim().split(' ');
    const alive = /^\d+$/.test(pid) && isAlive(Number(pid)) && startedAt(Number(pid)) === start;
    return alive ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the lock and returns how to give it back.
 * @throws Error in one line when another process has it or the folder cannot be written.
 */
export function takeLock(file: string): () => void {
  const text = `${process.pid} ${startedAt(process.pid)}\n`;
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, text, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = ownerOf(file);
      if (owner !== undefined || attempt > 0) {
        throw new Error(`${dirname(file)} is in use by process ${owner ?? 'unknown'}`, { cause: error });
      }
      rmSync(file, { force: true });
    }
  }
}
