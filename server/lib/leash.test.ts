// A started process ends with the process that started it, however that process ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test, vi } from 'vitest';
import { lives } from '#tests/support/devnet.ts';

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Runs a script that may use the leash, and waits for a process id in its first output. */
async function starter(script: string, shell = '"$@"'): Promise<{ child: ChildProcess; pid: number }> {
  const code = `import { spawnLeashed, endWithNpm } from ${JSON.stringify(import.meta.resolve('./leash.ts'))};${script}`;
  const child = spawn('/bin/sh', ['-c', shell, 'sh', process.execPath, '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  });
  started.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, pid: Number(line) };
}

const sleeper = (command: string, rest = '') =>
  `const child = spawnLeashed(${command}, { stdio: ['ignore', 'inherit', 'inherit'] });
   console.log(child.pid); ${rest}; setInterval(() => undefined, 60_000);`;
const gone = (pid: number) => vi.waitFor(() => expect(lives(pid)).toBe(false), { timeout: 10_000 });

test('a program ends when its starter is killed', async () => {
  const { child, pid } = await starter(sleeper("'sleep', ['600']"), 'exec "$@"');
  await vi.waitFor(() => expect(lives(pid)).toBe(true));
  child.kill('SIGKILL');
  await gone(pid);
});

test('its starter receives its exit code and output', async () => {
  const { child } = await starter(
    sleeper("'sh', ['-c', 'exit 5']", "child.once('exit', (code) => process.exit(code + 1))"),
    'exec "$@"',
  );
  expect(await once(child, 'exit')).toEqual([6, null]);
});

test('what npm started ends when npm is killed', async () => {
  const waits =
    'endWithNpm(() => process.exit()); console.log(process.pid); setInterval(() => undefined, 60_000);';
  const { child, pid } = await starter(waits, '"$@" & wait');
  expect(lives(pid)).toBe(true);
  child.kill('SIGKILL');
  await gone(pid);
});
