// `npm run simulate -- --seed N --steps N --runs N --mutant NAME`: plays runs one after the other and stops at the first that fails.
import { parseArgs } from 'node:util';
import { kernel } from './kernel.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
    steps: { type: 'string', default: '3000' },
    mutant: { type: 'string' },
    cluster: { type: 'string' },
    trace: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
  },
});
const [seed, runs, steps] = [Number(values.seed), Number(values.runs), Number(values.steps)];
const say = (line: string) => void process.stdout.write(`${line}\n`);
const cpu = () => process.cpuUsage().user / 1e6;

if (values.mutant !== undefined) (await import('./mutants.ts')).plant(values.mutant);
const { makeWorld } = await import('./genesis.ts');
const { play } = await import('./run.ts');
process.on('unhandledRejection', (error) => {
  say(`unhandled: ${String((error as Error).stack)}`);
  process.exitCode = 1;
});
const world = await makeWorld(values.cluster);
say(`ready after ${cpu().toFixed(1)} s of processor time`);
if (values.trace) kernel.keep = Infinity;
let failed = false;
const begun = cpu();
let done = 0;
for (let next = seed; next < seed + runs && !failed; next += 1) {
  const outcome = await play(world, next, steps);
  done += 1;
  if (values.trace) say(outcome.last.join('\n'));
  say(`seed ${next}: ${outcome.steps} steps, trace ${outcome.digest}, ${JSON.stringify(outcome.deeds)}`);
  if (values.twice) {
    const again = await play(world, next, steps);
    if (again.digest !== outcome.digest) {
      say(`seed ${next} took another course: ${again.digest}`);
      failed = true;
    }
  }
  if (outcome.found.length > 0) {
    failed = true;
    say(outcome.last.join('\n'));
    say(`FAILED seed ${next} after ${outcome.steps} steps:\n${outcome.found.join('\n')}`);
    say(`again: npm run simulate -- --seed ${next} --steps ${steps}${values.mutant ? ` --mutant ${values.mutant}` : ''}`);
  }
}
say(`${done} runs, ${((cpu() - begun) / done).toFixed(2)} s of processor time each`);
world.close();
process.exit(failed ? 1 : 0);
