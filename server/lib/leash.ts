/** Processes that end with the process that started them, even if that one is killed with -9. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { isRunByNpm } from '#server/config/config.ts';

/**
 * A shell forks a watcher and then becomes the program, so the program is our direct child. The watcher reads from a
 * pipe whose other end only we hold, so it notices when we end. Then it asks the program to end, and kills its process
 * group after 10 s. The group belongs only to this program: no new process gets an id that a group still uses.
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
  /** The signal that asks the program to end. */
  readonly ask?: 'TERM' | 'INT';
}
type Stream = 'ignore' | 'pipe' | 'inherit';

/**
 * Starts a program that ends with this process, in a separate process group. Without a POSIX shell (Windows), it is
 * started directly.
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
      // The watcher is gone too.
    }
  });
  return child;
}

const LOOK_MS = 1000;

/** Calls `end` if npm started this process and has exited; a process started without npm keeps running. */
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
