// Runs suites against mutants of SQL functions, all in one process: functions.suite.ts does the work, this file collects the results.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Reporter, createVitest } from 'vitest/node';
import { startCluster } from '#tests/support/postgres.ts';
import { ROOT } from '#tests/support/steps.ts';
import { APP_TEMPLATE } from '#tests/support/templates.ts';
import type { Outcome } from './report.ts';
import { type Mutant, mutantsOf } from './sql.ts';

/** A test that takes longer hangs, which is one way to notice a mutant. */
const HANGS_MS = 120_000;

/** Environment variable that tells functions.suite.ts what to do. */
export const WORK = 'MUTATION_WORK';
export interface Work {
  readonly file: string;
  readonly mutants: readonly Mutant[];
  readonly suites: readonly string[];
}

/** One sign for each mutant that has met all suites, since a run takes long. */
const SIGNS: Record<string, string> = { passed: 'S', failed: '.', skipped: '' };
const progress: Reporter = {
  onTestSuiteResult(suite) {
    if (suite.parent.type === 'module' && /^\d+$/.test(suite.name))
      process.stderr.write(SIGNS[suite.state()] ?? '');
  },
};

/** Changes an SQL file at every `step`th place, and tells what the suites of a project found. */
export async function mutateFunctions(
  file: string,
  { project, suites, step }: { project: string; suites: readonly string[]; step: number },
): Promise<Outcome[]> {
  const cluster = await startCluster();
  const text = readFileSync(join(ROOT, file), 'utf8');
  const mutants = mutantsOf(text).filter((_, index) => index % step === 0);
  const work: Work = { file, mutants, suites };
  Object.assign(process.env, {
    ...{ MUTATION_PROJECT: project, MUTATION_SUITES: 'tests/mutation/functions.suite.ts' },
    ...{ ADIT_TEST_POSTGRES: cluster.url('postgres'), [APP_TEMPLATE]: 'none' },
    [WORK]: JSON.stringify(work),
  });
  const vitest = await createVitest({
    config: join(ROOT, 'tests/mutation/vitest.config.ts'),
    ...{ root: ROOT, watch: false, reporters: [progress], testNamePattern: '^(?!.*pglite)' },
    ...{ testTimeout: HANGS_MS, hookTimeout: HANGS_MS },
  });
  try {
    const { testModules, unhandledErrors } = await vitest.start();
    const [found] = testModules;
    if (!found || unhandledErrors.length > 0)
      throw new Error('the suites did not run', { cause: unhandledErrors });
    const states = new Map(Array.from(found.children.suites(), (suite) => [suite.name, suite.state()]));
    if (states.get('no mutant') !== 'passed')
      throw new Error('the suites fail without a mutant', { cause: [...found.errors()] });
    return mutants.flatMap((mutant, index) => {
      const state = states.get(String(index));
      // PostgreSQL refused the mutant.
      if (state === 'skipped' || state === undefined) return [];
      const line = text.slice(0, mutant.at).split('\n').length;
      const code = text.split('\n')[line - 1] ?? '';
      return [{ file, line, code, from: mutant.from, to: mutant.to, survived: state === 'passed' }];
    });
  } finally {
    await vitest.close();
    await cluster.stop();
  }
}
