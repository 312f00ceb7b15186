// Runs suites against mutants of SQL functions, all in one process: functions.suite.ts does the work, this file decides what runs and
// collects the results.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Reporter, createVitest } from 'vitest/node';
import { startCluster } from '#tests/support/postgres.ts';
import { ROOT } from '#tests/support/steps.ts';
import { APP_TEMPLATE } from '#tests/support/templates.ts';
import type { Outcome } from './report.ts';
import { type Mutant, mutantsOf, withoutBodies } from './sql.ts';

/** A test that takes longer hangs, which is one way to notice a mutant. */
const HANGS_MS = 120_000;

/** Suites that run on a file with one change, or none. */
export interface Run {
  readonly name: string;
  readonly suites: readonly string[];
  readonly change?: Mutant;
}
declare module 'vitest' {
  interface ProvidedContext {
    /** What functions.suite.ts should do, and with which file. */
    mutation: { readonly file: string; readonly runs: readonly Run[] };
  }
}

/**
 * One character for each change that has been through its suites, since a run takes long: `S` for one that no test
 * has noticed.
 */
const SIGNS: Record<string, string> = { passed: 'S', failed: '.', skipped: '' };
const progress: Reporter = {
  onTestSuiteResult(suite) {
    if (suite.parent.type === 'module') process.stderr.write(SIGNS[suite.state()] ?? '');
  },
};

/** How each run ended, by name. A run that PostgreSQL refused is skipped. */
async function results(file: string, runs: readonly Run[]): Promise<Map<string, string>> {
  const vitest = await createVitest({
    config: join(ROOT, 'tests/mutation/vitest.config.ts'),
    ...{ root: ROOT, watch: false, reporters: [progress], testNamePattern: '^(?!.*pglite)' },
    ...{ testTimeout: HANGS_MS, hookTimeout: HANGS_MS, provide: { mutation: { file, runs } } },
  });
  try {
    const { testModules, unhandledErrors } = await vitest.start();
    const [found] = testModules;
    // In addition to those of a suite, which any change may cause.
    const errors = found?.errors() ?? unhandledErrors;
    if (!found || errors.length > 0) throw new Error('the suites did not run', { cause: errors });
    return new Map(Array.from(found.children.suites(), (suite) => [suite.name, suite.state()]));
  } finally {
    await vitest.close();
    process.stderr.write('\n');
  }
}

/**
 * The suites that notice if a function cannot be called, for each function with mutants. @throws Error if there is none for one of
 * them: its mutants would all survive
 */
async function reaching(file: string, suites: readonly string[]): Promise<Map<string, string[]>> {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const mutated = new Set(mutantsOf(text).map(({ called }) => called));
  const functions = withoutBodies(text).filter(({ called }) => mutated.has(called));
  const nameOf = (called: string, suite: string) => `${called} in ${suite}`;
  const states = await results(file, [
    { name: 'no mutant', suites },
    ...functions.flatMap((change) =>
      suites.map((suite) => ({ name: nameOf(change.called, suite), suites: [suite], change })),
    ),
  ]);
  if (states.get('no mutant') !== 'passed') throw new Error('the suites fail without a mutant');
  const reached = new Map(
    functions.map(({ called }) => [
      called,
      suites.filter((suite) => states.get(nameOf(called, suite)) === 'failed'),
    ]),
  );
  const alone = [...reached].filter(([, those]) => those.length === 0).map(([called]) => called);
  if (alone.length > 0) throw new Error(`${file}: no suite reaches ${alone.join(', ')}`);
  return reached;
}

/** Changes an SQL file at every `step`th place, and reports what the suites of a project found. */
export async function mutateFunctions(
  file: string,
  { project, suites, step }: { project: string; suites: readonly string[]; step: number },
): Promise<Outcome[]> {
  const cluster = await startCluster();
  const text = readFileSync(join(ROOT, file), 'utf8');
  const mutants = mutantsOf(text).filter((_, index) => index % step === 0);
  Object.assign(process.env, {
    ...{ MUTATION_PROJECT: project, MUTATION_SUITES: 'tests/mutation/functions.suite.ts' },
    ...{ ADIT_TEST_POSTGRES: cluster.url('postgres'), [APP_TEMPLATE]: 'none' },
  });
  try {
    const reached = await reaching(file, suites);
    const runs = mutants.map((change, n) => ({
      name: String(n),
      suites: reached.get(change.called) ?? [],
      change,
    }));
    const states = await results(file, runs);
    return mutants.flatMap(({ at, from, to }, n) => {
      const state = states.get(String(n));
      if (state === 'skipped' || state === undefined) return [];
      const line = text.slice(0, at).split('\n').length;
      const code = text.split('\n')[line - 1] ?? '';
      return [{ file, line, code, from, to, survived: state === 'passed' }];
    });
  } finally {
    await cluster.stop();
  }
}
