// Mutates TypeScript with Stryker. It copies the repository, compiles all mutants of a file into one text and
// switches them on one by one, so that each meets only the tests that reach it.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { ROOT } from '#tests/support/steps.ts';
import type { Outcome } from './report.ts';

/** Mutates files, and reports what the suites of a project found. */
export async function mutateTypeScript(
  files: readonly string[],
  { project, suites, concurrency }: { project: string; suites: readonly string[]; concurrency: number },
): Promise<Outcome[]> {
  Object.assign(process.env, { MUTATION_PROJECT: project, MUTATION_SUITES: suites.join(' ') });
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: true },
    concurrency,
    reporters: ['progress-append-only'],
    tempDirName: join(tmpdir(), 'adit-mutation'),
    logLevel: 'warn' as never,
  });
  const results = await stryker.runMutationTest();
  return results
    .filter(({ status }) => status !== 'Ignored')
    .map(({ fileName, location: { start, end }, replacement, status }) => {
      // Lines and columns are counted from 1.
      const lines = readFileSync(fileName, 'utf8').split('\n');
      const inside = lines.slice(start.line - 1, end.line);
      inside.push((inside.pop() ?? '').slice(0, end.column - 1));
      inside.unshift((inside.shift() ?? '').slice(start.column - 1));
      return {
        file: relative(ROOT, fileName),
        line: start.line,
        code: lines[start.line - 1] ?? '',
        from: inside.join('\n'),
        to: replacement,
        survived: status === 'Survived' || status === 'NoCoverage',
      };
    });
}
