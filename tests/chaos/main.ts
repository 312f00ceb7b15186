// `npm run chaos`: real faults under load, each until its full number of rounds, and the table of
// server/RELIABILITY.md. It fails if something acknowledged was lost or done twice, or if the books are wrong.
// Options: --only NAMES, --rounds N (0: each scenario's own number), --seed N, --json FILE.
import { readArgs, requireKnown } from '#tests/bench/args.ts';
import { keep } from '#tests/bench/figures.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Result } from './under-load.ts';

const given = readArgs(process.argv.slice(2), { only: '', rounds: 0, seed: 1, json: '' });
const names = given.only ? given.only.split(',') : Object.keys(SCENARIOS);
requireKnown(names, Object.keys(SCENARIOS));

const seconds = (ms: number | undefined) => (ms === undefined ? '–' : (ms / 1000).toFixed(1));
const results: Record<string, Result> = {};
for (const name of names) {
  const scenario = SCENARIOS[name];
  if (!scenario) continue;
  const tell = (line: string) => console.log(`${name} ${line}`);
  const result = await scenario.run({ rounds: given.rounds || scenario.rounds, seed: given.seed, tell });
  results[name] = result;
  for (const problem of result.problems) tell(problem);
  tell(`${JSON.stringify(result.figures ?? {})} in ${seconds(result.ms)} s, seed ${given.seed}`);
  if (result.lost + result.doubled + result.problems.length > 0) process.exitCode = 1;
}
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
console.log(row(['fault', 'rounds', 'acknowledged', 'lost', 'doubled', 'books', 'longest outage, s']));
console.log('|---|--:|--:|--:|--:|---|--:|');
for (const [name, { rounds, acknowledged, lost, doubled, problems, outageMs }] of Object.entries(results)) {
  const books = problems.length === 0 ? 'clean' : `${problems.length} problems`;
  const fault = `${SCENARIOS[name]?.fault} (\`${name}\`)`;
  console.log(row([fault, rounds, acknowledged, lost, doubled, books, seconds(outageMs)]));
}
await keep(given.json, results);
