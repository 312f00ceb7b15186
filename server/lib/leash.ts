/** Processes that end with whoever started them, also when that one is killed with -9 and can do nothing any more. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { isRunByNpm } from '#server/config/config.ts';

/**
 * A shell forks a watcher and becomes the program, which so is our own child. The watcher reads from a pipe whose other end we alone
 * hold: it ends with us. Then it asks the program to end, and kills its group after 10 s. That group is its own too, and nobody
 * else's: no process gets a number that a group still has.
 */
const SCRIPT = `ask=$1
shift
(
  read -r _ <&3
  kill -s "$ask" $$
  for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 $$ || exit; done
  kill -s KILL -- -$$
) >/dev/null 2>&1 &
exec "$@" 3<&-`;

interface LeashOptions extends Omit<SpawnOptions, 'stdio' | 'detached'> {
  readonly stdio: readonly [stdin: 'ignore', stdout: Stream, stderr: Stream];
  /** How the program is asked to end. */
  readonly ask?: 'TERM' | 'INT';
}
type Stream = 'ignore' | 'pipe' | 'inherit';

/**
 * Starts a program in a process group of its own that ends with this process. Where there is no shell (Windows) it is started
 * as it is.
 */
export function spawnLeashed(
  command: string,
  args: readonly string[],
  { ask = 'TERM', ...options }: LeashOptions,
): ChildProcess {
  if (process.platform === 'win32')
    return spawn(command, args, { ...options, stdio: [...options.stdio], windowsHide: true });
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ask, command, ...args], {
    ...options,
    stdio: [...options.stdio, 'pipe'],
    detached: true,
  });
  child.once('exit', () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The watcher is gone as well.
    }
  });
  return child;
}

const LOOK_MS = 1000;

/** Calls `end` when npm started this process and is there no more; a process that was started by itself stays. */
export function endWithNpm(end: () => void): void {
  if (!isRunByNpm()) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    end();
  }, LOOK_MS);
  timer.unref();
}
