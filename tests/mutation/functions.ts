// Runs suites against mutants of SQL functions: each is put into the database that all test databases are copied from, so that the
// suites start at once and the text of the release stays as it is.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';
import { createVitest } from 'vitest/node';
import { RELEASE } from '#server/db/functions.ts';
import { statementsOf } from '#server/db/script.ts';
import { TEMPLATE } from '#tests/support/databases.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { ROOT } from '#tests/support/steps.ts';
import { APP_TEMPLATE } from '#tests/support/templates.ts';
import type { Outcome } from './report.ts';
import { mutantsOf } from './sql.ts';

/** After so long a test hangs, which is a way to notice a mutant. */
const HANGS_MS = 120_000;

/** A statement that creates a function, as one that replaces it. */
const replacing = (statement: string): string =>
  statement
    .replace('create function', 'create or replace function')
    .replaceAll(/\badit\./g, `${RELEASE.schema}.`);

/** Mutates every `step`th place of SQL files, and tells what the suites of a project found. */
export async function mutateFunctions(
  files: readonly string[],
  { project, suites, step }: { project: string; suites: readonly string[]; step: number },
): Promise<Outcome[]> {
  const cluster = await startCluster();
  Object.assign(process.env, {
    ...{ MUTATION_PROJECT: project, MUTATION_SUITES: suites.join(' ') },
    ...{ ADIT_TEST_POSTGRES: cluster.url('postgres'), [APP_TEMPLATE]: 'unused' },
  });
  const vitest = await createVitest({
    config: join(ROOT, 'tests/mutation/vitest.config.ts'),
    ...{ root: ROOT, watch: false, bail: 1, maxWorkers: 1, reporters: [{}] },
    ...{ testTimeout: HANGS_MS, hookTimeout: HANGS_MS, testNamePattern: '^(?!.*on pglite)' },
  });
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();

  /** Whether all suites pass. */
  async function passes(): Promise<boolean> {
    vitest.state.filesMap.clear();
    vitest.state.errorsSet.clear();
    await vitest.start();
    const left = await admin.query<{ datname: string }>(
      String.raw`select datname from pg_database where datname ~ '^adit_\d+_'`,
    );
    for (const { datname } of left.rows) await admin.query(`drop database ${datname} with (force)`);
    return (
      vitest.state.errorsSet.size === 0 &&
      vitest.state.getFiles().every(({ result }) => result?.state === 'pass')
    );
  }

  /** Runs statements in the template. @returns false if PostgreSQL refuses them */
  async function change(statement: string): Promise<boolean> {
    const client = new pg.Client(cluster.url(TEMPLATE));
    await client.connect();
    try {
      await client.query(replacing(statement));
      return true;
    } catch {
      return false;
    } finally {
      await client.end();
    }
  }

  const outcomes: Outcome[] = [];
  try {
    if (!(await passes())) throw new Error('the suites fail without a mutant');
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const originals = statementsOf(text);
      for (const [index, { at, from, to }] of mutantsOf(text).entries()) {
        if (index % step > 0) continue;
        const mutated = statementsOf(text.slice(0, at) + to + text.slice(at + from.length));
        const place = mutated.findIndex((statement, n) => statement !== originals[n]);
        if (!(await change(mutated[place] ?? ''))) continue;
        const survived = await passes();
        await change(originals[place] ?? '');
        const lines = text.slice(0, at).split('\n');
        const code = text.split('\n')[lines.length - 1] ?? '';
        outcomes.push({ file: relative('', file), line: lines.length, code, from, to, survived });
        process.stderr.write(survived ? 'S' : '.');
      }
    }
  } finally {
    await vitest.close();
    await admin.end();
    await cluster.stop();
  }
  return outcomes;
}
