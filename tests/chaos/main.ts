// `npm run chaos`: the long runs of the suites that kill processes, then many rounds of queued actions while browser, server and
// network die (outbox.ts). It fails where something was lost, doubled or came out of order. Options: --rounds N, --seed N, --json FILE;
// `--only upgrade` runs an upgrade instead (upgrade.ts), `--only failover` the loss of the primary database server (failover.ts).
import { spawnSync } from 'node:child_process';
import { readArgs } from '#tests/bench/args.ts';
import { keep, table } from '#tests/bench/figures.ts';
import { CHAOS, CHAOS_SUITES } from '#tests/support/chaos.ts';
import { failovers } from './failover.ts';
import { chaos } from './outbox.ts';
import { upgrade } from './upgrade.ts';

const { only, json, rounds, seed } = readArgs(process.argv.slice(2), {
  only: '',
  json: '',
  rounds: 200,
  seed: 1,
});
if (only === 'upgrade') process.exit(upgrade() ? 0 : 1);
if (only === 'failover') {
  const result = await failovers({ tell: (line) => console.log(line) });
  console.log(JSON.stringify(result));
  await keep(json, result);
  process.exit(result.lost + result.doubled + result.problems.length > 0 ? 1 : 0);
}
if (only) throw new Error(`unknown: ${only}; there are upgrade and failover`);
const suites = spawnSync('vitest', ['run', '--testTimeout', '600000', ...CHAOS_SUITES], {
  stdio: 'inherit',
  env: { ...process.env, [CHAOS]: 'long' },
});
if (suites.status !== 0) process.exitCode = 1;
console.log(`seed ${seed}`);
const report = await chaos({ rounds, seed, tell: (line) => console.log(line) });
const faults = Object.entries(report.faults).map(([name, n]) => [name, String(n)]);
console.log(table([['fault', 'rounds'], ...faults]));
const list = (counts: object) =>
  Object.entries(counts)
    .map(([name, n]) => `${n} ${name}`)
    .join(', ');
console.log(`actions: ${list(report.actions)}; ${report.untaken} taps were not taken by a dying page`);
console.log(`queues emptied by: ${list(report.drains)}; ${report.sendings} sendings`);
console.log(`${report.rounds} rounds in ${Math.round(report.ms / 1000)} s, seed ${report.seed}`);
console.log(report.problems.length === 0 ? 'each exactly once, in order' : report.problems.join('\n'));
if (report.problems.length > 0) process.exitCode = 1;
await keep(json, report);
