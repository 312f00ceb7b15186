/**
 * One owner per data folder. Opening the embedded database twice raises no error but destroys it, so a lock file
 * protects it. The file names the owner's process, and the owner touches it for as long as it lives. The lock of a dead
 * process is taken over immediately, or after 15 s without a touch if the owner ran on another machine or in another
 * container. The `proper-lockfile` package relies only on touches, so a killed server could not restart until they time
 * out.
 */
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFile } from '#server/lib/create-file.ts';
import { here, isAlive, startedAt } from './process.ts';

export const TOUCH_MS = 4000;
/**
 * An owner elsewhere that has not touched its lock for this long is dead. Measured by observation, because its clock
 * may differ.
 */
export const SILENT_MS = 14_000;
const LOOK_MS = 250;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

/** The lock's content and the time of its last touch; undefined if there is no lock. */
function look(file: string): { text: string; touchedAt: number } | undefined {
  try {
    return { text: fs.readFileSync(file, 'utf8'), touchedAt: fs.statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Moves a dead owner's lock out of the way. If two processes do this at the same time, the later one may move the
 * other's new lock, and then puts it back.
 */
function retire(file: string, dead: string): void {
  const aside = `${file}.${process.pid}.dead`;
  try {
    fs.renameSync(file, aside);
    if (fs.readFileSync(aside, 'utf8') !== dead) fs.linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** The living owner, 'dead', or 'elsewhere', in which case only a lack of touches shows that it is dead. */
function judge(text: string): { pid: number } | 'dead' | 'elsewhere' {
  const [number = '', start = '', place = ''] = text.trim().split(' ');
  if (place !== here()) return 'elsewhere';
  const pid = Number(number);
  return isAlive(pid) && startedAt(pid) === start ? { pid } : 'dead';
}

/** Waits until the lock is ours. @throws Error if a living process holds it. */
async function acquire(file: string, text: string, silentMs: number): Promise<void> {
  let seen: { touchedAt: number; at: number } | undefined;
  // A partly written lock counts as that of an unknown owner, which gets the full time.
  while (!createFile(file, text)) {
    const found = look(file);
    if (!found) continue;
    const owner = judge(found.text);
    if (typeof owner === 'object') throw new Error(`is in use by process ${owner.pid}`);
    seen ??= { touchedAt: found.touchedAt, at: performance.now() };
    if (found.touchedAt !== seen.touchedAt) throw new Error('is in use by another machine or container');
    if (owner === 'dead' || performance.now() - seen.at > silentMs) {
      retire(file, found.text);
      seen = undefined;
    } else await sleep(LOOK_MS);
  }
}

/**
 * Takes the lock and returns a function that releases it. An owner elsewhere counts as dead after `silentMs` without a touch.
 * @throws Error in one line if another process holds it or the folder cannot be written.
 */
export async function takeLock(file: string, silentMs = SILENT_MS): Promise<() => void> {
  const text = `${process.pid} ${startedAt(process.pid)} ${here()}\n`;
  try {
    fs.mkdirSync(dirname(file), { recursive: true });
    await acquire(file, text, silentMs);
  } catch (error) {
    const why = codeOf(error) ? `cannot be written: ${codeOf(error)}` : (error as Error).message;
    throw new Error(`the data folder ${dirname(file)} ${why}`, { cause: error });
  }
  const touch = setInterval(() => {
    const now = (performance.timeOrigin + performance.now()) / 1000;
    fs.utimes(file, now, now, () => undefined);
  }, TOUCH_MS).unref();
  return () => {
    clearInterval(touch);
    if (look(file)?.text === text) fs.rmSync(file, { force: true });
  };
}
