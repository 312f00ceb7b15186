// The simulation in short: a few seeds, one of them again on its own, and a planted bug that it must find. Each
// command is a process, because it replaces clock, timers and random bytes of the whole process.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MUTANTS, textsOf } from './mutants.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-simulation-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command; returns its exit code and output. */
function simulate(...args: string[]): Promise<{ code: number | null; said: string }> {
  const main = join(import.meta.dirname, 'main.ts');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args, '--cluster', join(folder, 'cluster.tar')]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += part.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });
}

/** Number of steps, trace and deeds of a run. */
const courseOf = (said: string, seed: number) =>
  new RegExp(`^seed ${seed}: .*, trace .*$`, 'm').exec(said)?.[0];

test('servers that crash, lose answers and see re-orgs keep every promise, and a seed always takes the same course', async () => {
  const together = await simulate('--seed', '1', '--runs', '2', '--steps', '600');
  expect(together.code, together.said).toBe(0);
  const alone = await simulate('--seed', '2', '--steps', '600');
  expect(courseOf(alone.said, 2)).toBeDefined();
  expect(courseOf(alone.said, 2)).toBe(courseOf(together.said, 2));
});

test.each(MUTANTS)('the planted bug $name changes code that exists', (mutant) => {
  expect([...textsOf(mutant)].length).toBeGreaterThan(0);
});

test('a server that does not look up keys is found, and the command that repeats the run is told', async () => {
  const { code, said } = await simulate('--mutant', 'no-idempotency', '--runs', '20', '--steps', '1200');
  expect(said).toMatch(/^FAILED seed \d+/m);
  expect(said).toMatch(/was told of \d+ times|was answered in two ways/);
  expect(said).toMatch(/^again: npm run simulate -- --seed \d+ --steps 1200 --mutant no-idempotency$/m);
  expect(code).toBe(1);
});
