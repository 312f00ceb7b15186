// `npm run simulate -- --seed N --steps N`: plays a run; with `--runs N` that many, one seed after another, and the
// failed ones are listed at the end. `--twice` plays each seed again and compares the traces, `--trace` prints them.
// `--mutant NAME` plants a bug first and ends with the run that finds it; `--mutants` looks for every one of them, or
// for those named after it, in `--runs` runs (500).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '#tests/bench/figures.ts';
import { MUTANTS, plant } from './mutants.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    steps: { type: 'string', default: '3000' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    cluster: { type: 'string' },
  },
});
const [seed, steps] = [Number(values.seed), Number(values.steps)];
/** Lines to print of a failed run's trace. */
const LINES = 60;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const processorSeconds = () => process.cpuUsage().user / 1e6;

/** Plays runs with a planted bug in another process; what it printed. */
function hunt(name: string, runs: string, cluster: string): Promise<string> {
  const args = [import.meta.filename, '--mutant', name, '--seed', values.seed, '--steps', values.steps];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args, '--runs', runs, '--cluster', cluster], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part.toString()));
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}

/** Looks for every planted bug; returns whether each was found. */
async function huntAll(runs: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'adit-mutants-'));
  const rows: string[][] = [];
  const unknown = names.filter((name) => !MUTANTS.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`);
  const chosen = MUTANTS.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const { name, why } of chosen) {
    const said = await hunt(name, runs, values.cluster ?? join(folder, 'cluster.tar'));
    const [, failed, finding = ''] = /^FAILED seed (\d+).*\n(.*)/m.exec(said) ?? [];
    rows.push([name, why, failed ? String(Number(failed) - seed + 1) : 'not found', finding.slice(0, 90)]);
    say(rows.at(-1)?.join(' | ') ?? '');
  }
  rmSync(folder, { recursive: true });
  say(table([['mutant', 'what is wrong', 'runs', 'found by'], ...rows]));
  return rows.every(([, , found]) => found !== 'not found');
}

/** Plays the runs; returns whether all went well. */
async function playAll(runs: number): Promise<boolean> {
  const { kernel } = await import('./kernel.ts');
  if (values.mutant !== undefined) plant(values.mutant);
  const { makeWorld } = await import('./genesis.ts');
  const { play } = await import('./run.ts');
  const world = await makeWorld(values.cluster);
  say(`ready after ${processorSeconds().toFixed(1)} s of processor time`);
  if (values.trace || values.twice) kernel.keep = Infinity;
  const begun = processorSeconds();
  const failed: string[] = [];
  let [done, isWell] = [0, true];
  for (let next = seed; next < seed + runs && (isWell || values.mutant === undefined); next += 1) {
    const outcome = await play(world, next, steps);
    done += 1;
    const found = [...outcome.found];
    if (values.twice) {
      const again = await play(world, next, steps);
      const parting = outcome.last.findIndex((line, at) => line !== again.last[at]);
      if (again.digest !== outcome.digest)
        found.push(
          `the same seed took another course: ${outcome.last[parting]}, then ${again.last[parting]}`,
        );
    }
    if (values.trace) say(outcome.last.join('\n'));
    else if (found.length > 0) say(outcome.last.slice(-LINES).join('\n'));
    say(`seed ${next}: ${outcome.steps} steps, trace ${outcome.digest}, ${JSON.stringify(outcome.deeds)}`);
    if (found.length === 0) continue;
    isWell = false;
    say(`FAILED seed ${next} after ${outcome.steps} steps:\n${found.join('\n')}`);
    const planted = values.mutant === undefined ? '' : ` --mutant ${values.mutant}`;
    failed.push(`npm run simulate -- --seed ${next} --steps ${steps}${planted}`);
    say(`again: ${failed.at(-1)}`);
  }
  say(`${done} runs, ${((processorSeconds() - begun) / done).toFixed(1)} s of processor time each`);
  if (failed.length > 0) say(`${failed.length} failed:\n${failed.join('\n')}`);
  world.close();
  return isWell;
}

process.on('unhandledRejection', (error) => {
  say(`unhandled: ${String(error instanceof Error ? error.stack : error)}`);
  process.exit(1);
});
const isWell = values.mutants ? await huntAll(values.runs ?? '500') : await playAll(Number(values.runs ?? 1));
process.exit(isWell ? 0 : 1);
