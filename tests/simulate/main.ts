// `npm run simulate -- --seed N --steps N`: plays a run; with `--runs N` that many, one seed after another, and the
// failed ones are listed at the end. `--twice` plays each seed again and compares the traces, `--trace` prints them.
// `--mutant NAME` plants a bug first and ends with the run that finds it; `--mutants` looks for every one of them, or
// for those named after it, in `--runs` runs (500).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArgs, requireKnown } from '#tests/bench/args.ts';
import { table } from '#tests/bench/figures.ts';
import { MUTANTS, plant } from './mutants.ts';

const names: string[] = [];
const given = readArgs(
  process.argv.slice(2),
  {
    ...{ seed: 1, runs: 0, steps: 3000, mutant: '', mutants: false },
    ...{ trace: false, twice: false, cluster: '' },
  },
  names,
);
const { seed, steps, mutant } = given;
requireKnown(
  [...names, mutant].filter(Boolean),
  MUTANTS.map(({ name }) => name),
);
/** Lines to print of a failed run's trace. */
const LINES = 60;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const processorSeconds = () => process.cpuUsage().user / 1e6;

/** Plays runs with a planted bug in another process; what it printed. */
function hunt(name: string, runs: number, cluster: string): Promise<string> {
  const options = Object.entries({ mutant: name, seed, steps, runs, cluster });
  const args = options.flatMap(([option, value]) => [`--${option}`, String(value)]);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [import.meta.filename, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part.toString()));
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}

/** Looks for every planted bug; returns whether each was found. */
async function huntAll(runs: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'adit-mutants-'));
  const rows: string[][] = [];
  const chosen = MUTANTS.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const { name, why } of chosen) {
    const said = await hunt(name, runs, given.cluster || join(folder, 'cluster.tar'));
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
  if (mutant) plant(mutant);
  const { makeWorld } = await import('./genesis.ts');
  const { play } = await import('./run.ts');
  const world = await makeWorld(given.cluster || undefined);
  say(`ready after ${processorSeconds().toFixed(1)} s of processor time`);
  if (given.trace || given.twice) kernel.keep = Infinity;
  const begun = processorSeconds();
  const failed: string[] = [];
  let [done, isWell] = [0, true];
  for (let next = seed; next < seed + runs && (isWell || !mutant); next += 1) {
    const outcome = await play(world, next, steps);
    done += 1;
    const found = [...outcome.found];
    if (given.twice) {
      const again = await play(world, next, steps);
      const parting = outcome.last.findIndex((line, at) => line !== again.last[at]);
      if (again.digest !== outcome.digest)
        found.push(
          `the same seed took another course: ${outcome.last[parting]}, then ${again.last[parting]}`,
        );
    }
    if (given.trace) say(outcome.last.join('\n'));
    else if (found.length > 0) say(outcome.last.slice(-LINES).join('\n'));
    say(`seed ${next}: ${outcome.steps} steps, trace ${outcome.digest}, ${JSON.stringify(outcome.deeds)}`);
    if (found.length === 0) continue;
    isWell = false;
    say(`FAILED seed ${next} after ${outcome.steps} steps:\n${found.join('\n')}`);
    const planted = mutant && ` --mutant ${mutant}`;
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
const isWell = given.mutants ? await huntAll(given.runs || 500) : await playAll(given.runs || 1);
process.exit(isWell ? 0 : 1);
