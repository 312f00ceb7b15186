/**
 * One owner for a data folder. The embedded database can be opened twice without an error and is then broken for good,
 * so a lock file stands in front of it. It names the owner's process, and is touched while the owner lives: the lock of a
 * dead process is taken over at once, or after 15 s without a touch when the owner ran in another machine or container.
 */
import { copyFileSync, constants, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOUCH_MS = 4000;
/** An owner elsewhere that has not touched its lock for so long is dead. */
const SILENT_MS = 14_000;
const LOOK_MS = 250;

/** When a process started, in clock ticks since boot; tells a process from a later one with the same id. Linux only. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}

/** Where process ids mean something: this boot of this machine, and the container in it. */
function here(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
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

interface Found {
  text: string;
  /** By the folder's own clock. */
  touchedAt: number;
}

function look(file: string): Found | undefined {
  try {
    return { text: readFileSync(file, 'utf8'), touchedAt: statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

/** Writes the lock unless there is one. The text arrives with the name: nobody ever reads half of it. */
function write(file: string, text: string): { touchedAt: number } | undefined {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    const { mtimeMs } = statSync(draft);
    try {
      linkOrCopy(draft, file);
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return { touchedAt: mtimeMs };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
