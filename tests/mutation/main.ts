// `npm run mutation -- rules|payouts|ledger`: changes one thing in the code at a time and runs the suites that should
// notice. A mutant that no test kills is printed unless explained.ts has the reason. Options: --only PARTS (of paths,
// separated by commas), --workers N.
import { globSync } from 'node:fs';
import { endWith, readArgs } from '#tests/bench/args.ts';
import { ROOT } from '#tests/support/steps.ts';
import { mutateFunctions } from './functions.ts';
import { type Outcome, report } from './report.ts';
import { mutateTypeScript } from './typescript.ts';

interface Group {
  readonly files: string;
  readonly project: string;
  readonly suites: readonly string[];
}

const tests = (folder: string, names: string): string[] =>
  names.split(' ').map((name) => `${folder}/${name}.test.ts`);

/** The files of an area in groups, each with the project and the suites that judge it. */
const AREAS: Record<string, readonly Group[]> = {
  rules: [
    {
      files: 'src/rules/!(figures).ts',
      project: 'unit',
      suites: ['src/rules/*.test.ts', 'server/features/assets/withdraw.rules.test.ts'],
    },
    { files: 'src/rules/figures.ts', project: 'unit', suites: ['tests/rules.test.ts'] },
  ],
  payouts: [
    {
      files: 'server/chain/payouts/payouts.rules.ts',
      project: 'unit',
      suites: ['server/chain/payouts/payouts.rules.test.ts'],
    },
    {
      files: 'server/chain/payouts/payouts{,.chain,.repository,.steps}.ts',
      project: 'chain',
      suites: [
        ...tests('server/chain/payouts', 'payouts.chain payouts.final'),
        ...tests(
          'tests/chain',
          'payouts payouts-steps payouts-loop payouts-idle payouts-fail payouts-forged payouts-halt payouts-restored',
        ),
      ],
    },
  ],
  ledger: [
    {
      files: 'server/ledger/ledger.sql',
      project: 'database',
      suites: tests('server/ledger', 'each post locks bulk histories entry-order concurrency bulk-locks'),
    },
    {
      files: 'server/ledger/read.sql',
      project: 'database',
      suites: [
        ...tests('server/ledger', 'read history-pages history'),
        'server/features/assets/history-search.repository.test.ts',
      ],
    },
    {
      files: 'server/ledger/audit.sql',
      project: 'database',
      suites: tests('server/ledger', 'audit-reads blocks'),
    },
    {
      files: 'server/http/calls.sql',
      project: 'api',
      suites: tests('tests/api', 'calls session idempotency'),
    },
  ],
};

const [name = '', ...argv] = process.argv.slice(2);
const { only, workers, step } = readArgs(argv, { only: '', workers: 1, step: 1 });
const area =
  AREAS[name] ?? endWith(`npm run mutation -- ${Object.keys(AREAS).join('|')} [--only PARTS] [--workers N]`);
const [outcomes, mutated]: [Outcome[], Set<string>] = [[], new Set()];
for (const group of area) {
  const files = globSync(group.files, { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && only.split(',').some((part) => file.includes(part)),
  );
  if (files.length === 0) continue;
  if (group.files.endsWith('.sql'))
    for (const file of files) outcomes.push(...(await mutateFunctions(file, { ...group, step })));
  else outcomes.push(...(await mutateTypeScript(files, { ...group, concurrency: workers })));
  for (const file of files) mutated.add(file);
}
process.exitCode = report(name, outcomes, mutated) ? 0 : 1;
